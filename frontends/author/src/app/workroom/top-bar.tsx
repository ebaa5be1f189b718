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
import { loadAgain } from './load-again.ts';
import { actionsOf, type RoomView } from './room-actions.ts';
import { tools } from './tool-list.ts';
import styles from './top-bar.module.css';

/** Nearly empty: where one is, how much there is, whether it is saved. */
export function TopBar({ onRail, ...view }: RoomView & { onRail: (() => void) | null }) {
  const { book, chapters, current, queue, isFocused, isReading, onReading, onTool, onFocusMode, onOpen, flush } = view;
  const navigate = useNavigate();
  const menu: MenuProps = {
    items: [
      ...actionsOf(view).map(({ id, label, run }) => ({ key: id, label, onClick: run })),
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
  return (
    <div className={styles['bar']}>
      <Link to="/dashboard" className={styles['icon']} aria-label="Back to the dashboard">
        <Icon of={ArrowLeftOutlined} size={16} />
      </Link>
      {onRail && (
        <button type="button" className={styles['icon']} aria-label="Book and chapters" onClick={onRail}>
          <Icon of={MenuOutlined} size={16} />
        </button>
      )}
      <span className={styles['title']}>{current.title}</span>
      <ChapterStepper chapters={chapters} current={current} onOpen={onOpen} onReload={() => void loadAgain(flush)} />
      <span className={styles['gap']} />
      <span className={styles['words']}>
        <WordCount queue={queue} />
      </span>
      <SaveControl noun="chapter" queue={queue} />
      <button
        data-hint={isReading ? 'Edit' : 'Read'}
        type="button"
        className={`${styles['icon']} ${styles['wide']}`}
        aria-pressed={isReading}
        aria-label={isReading ? 'Edit' : 'Read'}
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
      <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
        <button type="button" className={styles['icon']} aria-label="More">
          <Icon of={MoreOutlined} size={16} />
        </button>
      </Dropdown>
    </div>
  );
}
