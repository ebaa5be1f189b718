import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import CompressOutlined from '@ant-design/icons-svg/es/asn/CompressOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import ExpandOutlined from '@ant-design/icons-svg/es/asn/ExpandOutlined';
import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import ReadOutlined from '@ant-design/icons-svg/es/asn/ReadOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { Dropdown, type MenuProps } from 'antd';
import { Link } from 'react-router';
import { SaveControl } from '../../features/writing/components/save-control.tsx';
import { WordCount } from '../../features/writing/components/word-count.tsx';
import styles from '../book-editor/top-bar.module.css';
import { storyActions, saveStoryNow, type StoryActionContext } from './story-actions.ts';
import { storyTools } from './story-tool-list.ts';

/** Back link, word count, save state and the menu of the story. */
export function StoryTopBar(context: StoryActionContext) {
  const { story, queue, isFocused, isReading, onFocusMode, onReading, onTool } = context;
  const menu: MenuProps = {
    items: [
      ...storyActions(context).map(({ id, label, run }) => ({ key: id, label, onClick: run })),
      { type: 'divider' as const },
      ...storyTools.map(({ id, label }) => ({ key: `tool:${id}`, label, onClick: () => onTool(id) })),
    ],
    style: { maxHeight: 'min(70dvh, 640px)', overflowY: 'auto' },
  };
  return (
    <div className={styles['bar']}>
      <Link to="/personal-stories" className={styles['icon']} aria-label="Back to Stories">
        <Icon of={ArrowLeftOutlined} size={16} />
      </Link>
      <span className={styles['title']}>{story.title}</span>
      <span className={styles['gap']} />
      <span className={styles['words']}>
        <WordCount queue={queue} />
      </span>
      <SaveControl noun="story" queue={queue} onSave={() => saveStoryNow(queue)} />
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
