import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import CompressOutlined from '@ant-design/icons-svg/es/asn/CompressOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import ExpandOutlined from '@ant-design/icons-svg/es/asn/ExpandOutlined';
import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import ReadOutlined from '@ant-design/icons-svg/es/asn/ReadOutlined';
import { IconButton, IconLink } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { ReactNode } from 'react';
import { SaveControl } from '../features/writing/components/save-control.tsx';
import { WordCount } from '../features/writing/components/word-count.tsx';
import type { MenuItem } from '../ui/overlays/antd-overlays.tsx';
import { Menu } from '../ui/overlays/overlays.tsx';
import type { ManuscriptAction } from './manuscript-actions.ts';
import { type EditorLayout, useOpenManuscript } from './open-manuscript.ts';
import type { Tool } from './tool.ts';
import styles from './top-bar.module.css';

interface Props {
  back: { readonly to: string; readonly label: string };
  menuItems: readonly MenuItem[];
  /** A button between the back link and the title. */
  sidebarButton?: ReactNode;
  /** Navigation after the title. */
  children?: ReactNode;
}

/** Back link, navigation, word count, save state and the menu of the open manuscript. */
export function ManuscriptTopBar({ back, menuItems, sidebarButton, children }: Props) {
  const { manuscript, title, queue, saveNow, layout } = useOpenManuscript();
  return (
    <div className={styles['bar']}>
      <IconLink to={back.to} label={back.label} hint={false} size={36}>
        <Icon of={ArrowLeftOutlined} size={16} />
      </IconLink>
      {sidebarButton}
      <span className={styles['title']}>{title}</span>
      {children}
      <span className={styles['gap']} />
      <span className={styles['words']}>
        <WordCount queue={queue} />
      </span>
      <SaveControl noun={manuscript.kind} queue={queue} onSave={saveNow} />
      <ViewToggles />
      {!layout.hasBottomBar && (
        <Menu
          items={menuItems}
          trigger={(props) => (
            <IconButton label="More" hint={false} size={36} {...props}>
              <Icon of={MoreOutlined} size={16} />
            </IconButton>
          )}
        />
      )}
    </div>
  );
}

/** The buttons for read mode and focus mode. */
function ViewToggles() {
  const { isReadMode, isFocusMode, setReadMode, setFocusMode } = useOpenManuscript().layout;
  return (
    <>
      <IconButton
        label={isReadMode ? 'Edit' : 'Read'}
        size={36}
        className={styles['wide']}
        onClick={() => setReadMode(!isReadMode)}
      >
        <Icon of={isReadMode ? EditOutlined : ReadOutlined} size={16} />
      </IconButton>
      <IconButton
        label="Focus mode"
        hint="Focus mode (Ctrl+Shift+F)"
        size={36}
        className={styles['wide']}
        aria-pressed={isFocusMode}
        onClick={() => setFocusMode(!isFocusMode)}
      >
        <Icon of={isFocusMode ? CompressOutlined : ExpandOutlined} size={16} />
      </IconButton>
    </>
  );
}

/** The actions and the tools of a manuscript as the first two sections of its menu. */
export const manuscriptMenuItems = (
  actions: readonly ManuscriptAction[],
  tools: readonly Tool[],
  { openTool }: EditorLayout,
): MenuItem[] => [
  ...actions.map(({ id, label, run }) => ({ key: id, label, onClick: run })),
  { type: 'divider' },
  ...tools.map(({ id, label }) => ({ key: `tool:${id}`, label, onClick: () => openTool(id) })),
];
