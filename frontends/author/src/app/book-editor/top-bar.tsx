import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import CompressOutlined from '@ant-design/icons-svg/es/asn/CompressOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import ExpandOutlined from '@ant-design/icons-svg/es/asn/ExpandOutlined';
import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined';
import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import ReadOutlined from '@ant-design/icons-svg/es/asn/ReadOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { Dropdown, type MenuProps } from 'antd';
import { Link, useNavigate } from 'react-router';
import { ChapterStepper } from '../../features/chapters/components/chapter-stepper.tsx';
import { SaveControl } from '../../features/writing/components/save-control.tsx';
import { WordCount } from '../../features/writing/components/word-count.tsx';
import { reloadWhenSaved } from './reload-when-saved.ts';
import { chapterActions, type ChapterActionContext } from './chapter-actions.ts';
import { tools } from './tool-list.ts';
import styles from './top-bar.module.css';

type Props = ChapterActionContext & { onShowRail: (() => void) | null };

/** Chapter navigation, word count, save state and the menu. */
export function TopBar({ onShowRail, ...context }: Props) {
  const { chapters, current, queue, onOpen, flush } = context;
  const menu = useChapterMenu(context);
  return (
    <div className={styles['bar']}>
      <Link to="/dashboard" className={styles['icon']} aria-label="Back to the dashboard">
        <Icon of={ArrowLeftOutlined} size={16} />
      </Link>
      {onShowRail && (
        <button type="button" className={styles['icon']} aria-label="Book and chapters" onClick={onShowRail}>
          <Icon of={MenuOutlined} size={16} />
        </button>
      )}
      <span className={styles['title']}>{current.title}</span>
      <ChapterStepper
        chapters={chapters}
        current={current}
        onOpen={onOpen}
        onReload={() => void reloadWhenSaved(flush)}
      />
      <span className={styles['gap']} />
      <span className={styles['words']}>
        <WordCount queue={queue} />
      </span>
      <SaveControl noun="chapter" queue={queue} />
      <ViewToggles {...context} />
      <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
        <button type="button" className={styles['icon']} aria-label="More">
          <Icon of={MoreOutlined} size={16} />
        </button>
      </Dropdown>
    </div>
  );
}

function useChapterMenu(context: ChapterActionContext): MenuProps {
  const navigate = useNavigate();
  const { book, onTool } = context;
  return {
    items: [
      ...chapterActions(context).map(({ id, label, run }) => ({ key: id, label, onClick: run })),
      { type: 'divider' as const },
      ...tools.map(({ id, label }) => ({ key: `tool:${id}`, label, onClick: () => onTool(id) })),
      { type: 'divider' as const },
      {
        key: 'settings',
        label: 'Book settings and export',
        onClick: () => void navigate(`/book/${book.id}?tab=settings`),
      },
    ],
    style: { maxHeight: 'min(70dvh, 640px)', overflowY: 'auto' },
  };
}

type ViewTogglesProps = Pick<ChapterActionContext, 'isReading' | 'isFocused' | 'onReading' | 'onFocusMode'>;

/** The buttons for read mode and focus mode. */
export function ViewToggles({ isReading, isFocused, onReading, onFocusMode }: ViewTogglesProps) {
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
