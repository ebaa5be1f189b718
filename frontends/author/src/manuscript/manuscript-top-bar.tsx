import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import CompressOutlined from '@ant-design/icons-svg/es/asn/CompressOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import ExpandOutlined from '@ant-design/icons-svg/es/asn/ExpandOutlined';
import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import ReadOutlined from '@ant-design/icons-svg/es/asn/ReadOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SaveControl } from '../features/writing/components/save-control.tsx';
import { WordCount } from '../features/writing/components/word-count.tsx';
import styles from './top-bar.module.css';

interface Props extends ViewTogglesProps {
  noun: 'chapter' | 'story';
  title: string;
  queue: SaveQueue;
  back: { readonly to: string; readonly label: string };
  menuItems: MenuProps['items'];
  /** A button between the back link and the title. */
  railButton?: ReactNode;
  /** Navigation after the title. */
  children?: ReactNode;
  /** Replaces the default action of the save button. */
  onSave?: () => void;
}

/** Back link, navigation, word count, save state and the menu of an open manuscript. */
export function ManuscriptTopBar({
  noun,
  title,
  queue,
  back,
  menuItems,
  railButton,
  children,
  onSave,
  ...view
}: Props) {
  return (
    <div className={styles['bar']}>
      <Link to={back.to} className={styles['icon']} aria-label={back.label}>
        <Icon of={ArrowLeftOutlined} size={16} />
      </Link>
      {railButton}
      <span className={styles['title']}>{title}</span>
      {children}
      <span className={styles['gap']} />
      <span className={styles['words']}>
        <WordCount queue={queue} />
      </span>
      <SaveControl noun={noun} queue={queue} {...(onSave && { onSave })} />
      <ViewToggles {...view} />
      <Dropdown
        menu={{ items: menuItems ?? [], style: { maxHeight: 'min(70dvh, 640px)', overflowY: 'auto' } }}
        trigger={['click']}
        placement="bottomRight"
      >
        <button type="button" className={styles['icon']} aria-label="More">
          <Icon of={MoreOutlined} size={16} />
        </button>
      </Dropdown>
    </div>
  );
}

interface ViewTogglesProps {
  isReading: boolean;
  isFocused: boolean;
  onReading: (on: boolean) => void;
  onFocusMode: (on: boolean) => void;
}

/** The buttons for read mode and focus mode. */
function ViewToggles({ isReading, isFocused, onReading, onFocusMode }: ViewTogglesProps) {
  const readLabel = isReading ? 'Edit' : 'Read';
  return (
    <>
      <button
        data-hint={readLabel}
        type="button"
        className={`${styles['icon']} ${styles['wide']}`}
        aria-pressed={isReading}
        aria-label={readLabel}
        onClick={() => onReading(!isReading)}
      >
        <Icon of={isReading ? EditOutlined : ReadOutlined} size={16} />
      </button>
      <button
        data-hint="Focus mode (Ctrl+Shift+F)"
        type="button"
        className={`${styles['icon']} ${styles['wide']}`}
        aria-pressed={isFocused}
        aria-label="Focus mode"
        onClick={() => onFocusMode(!isFocused)}
      >
        <Icon of={isFocused ? CompressOutlined : ExpandOutlined} size={16} />
      </button>
    </>
  );
}

interface Named {
  readonly id: string;
  readonly label: string;
}

/** The actions and the tools of a manuscript as the first two sections of its menu. */
export function manuscriptMenuItems<Tool extends Named>(
  actions: readonly (Named & { readonly run: () => void })[],
  tools: readonly Tool[],
  onTool: (id: Tool['id']) => void,
): NonNullable<MenuProps['items']> {
  return [
    ...actions.map(({ id, label, run }) => ({ key: id, label, onClick: run })),
    { type: 'divider' as const },
    ...tools.map(({ id, label }) => ({ key: `tool:${id}`, label, onClick: () => onTool(id) })),
  ];
}
