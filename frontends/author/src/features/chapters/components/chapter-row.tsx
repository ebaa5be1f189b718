import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { type KeyboardEvent, useState } from 'react';
import { chapterState, percentOf, progressLabel, type ProgressState } from '../progress.ts';
import type { MenuItem } from '../../../ui/overlays/antd-overlays.tsx';
import { Menu } from '../../../ui/overlays/overlays.tsx';
import { RenameField } from './rename-field.tsx';
import styles from './chapter-list.module.css';

interface Props {
  chapter: ChapterItem;
  isCurrent: boolean;
  canEdit: boolean;
  isFirst: boolean;
  isLast: boolean;
  onOpen: () => void;
  onRename: (title: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  /** Where the dragged chapter would be placed. */
  dropSide: 'before' | 'after' | null;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
}

/** One chapter of the list. Alt with the arrow keys moves it, F2 renames it. */
export function ChapterRow(props: Props) {
  const { chapter, isCurrent, canEdit, onRename, dropSide } = props;
  const [isRenaming, setRenaming] = useState(false);
  const [isDraggedOver, setDraggedOver] = useState(false);
  if (isRenaming)
    return (
      <li className={styles['row']}>
        <RenameField
          title={chapter.title}
          onDone={(title) => {
            setRenaming(false);
            if (title !== null) onRename(title);
          }}
        />
      </li>
    );
  const dropClass = isDraggedOver && dropSide !== null ? styles[dropSide] : '';
  return (
    <li
      className={`${styles['row']} ${isCurrent ? styles['current'] : ''} ${dropClass}`}
      draggable={canEdit}
      onDragStart={props.onDragStart}
      onDragEnd={props.onDragEnd}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={() => {
        setDraggedOver(false);
        props.onDrop();
      }}
    >
      <OpenButton {...props} onStartRename={() => setRenaming(true)} />
      {canEdit && <RowMenu {...props} onStartRename={() => setRenaming(true)} />}
    </li>
  );
}

type RowPartProps = Props & { onStartRename: () => void };

function OpenButton({ chapter, isCurrent, canEdit, isFirst, isLast, onOpen, onMove, onStartRename }: RowPartProps) {
  const state = chapterState(chapter);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canEdit) return;
    if (event.key === 'F2') onStartRename();
    else if (event.altKey && event.key === 'ArrowUp' && !isFirst) onMove(-1);
    else if (event.altKey && event.key === 'ArrowDown' && !isLast) onMove(1);
    else return;
    event.preventDefault();
  };
  return (
    <button
      type="button"
      className={styles['open']}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <span className={styles['number']}>{chapter.chapterNumber}</span>
      <span className={styles['words']}>
        <span className={styles['title']}>{chapter.title}</span>
        <span className={styles['state']} data-state={state}>
          {stateText(chapter, state)}
        </span>
      </span>
    </button>
  );
}

function RowMenu({ chapter, isFirst, isLast, onMove, onRemove, onStartRename }: RowPartProps) {
  const items: MenuItem[] = [
    { key: 'rename', label: 'Rename', onClick: onStartRename },
    { key: 'up', label: 'Move up', disabled: isFirst, onClick: () => onMove(-1) },
    { key: 'down', label: 'Move down', disabled: isLast, onClick: () => onMove(1) },
    { type: 'divider' },
    { key: 'remove', label: 'Move to trash', danger: true, onClick: onRemove },
  ];
  return (
    <Menu
      items={items}
      trigger={(props) => (
        <IconButton label={`More for ${chapter.title}`} hint={false} size={32} {...props} className={styles['more']}>
          <Icon of={MoreOutlined} size={16} />
        </IconButton>
      )}
    />
  );
}

function stateText({ wordCount, targetWordCount }: ChapterItem, state: ProgressState): string {
  if (wordCount === 0) return progressLabel[state];
  const words = wordsText(wordCount);
  return `${words} · ${state === 'started' ? `${percentOf(wordCount, targetWordCount)}%` : progressLabel[state].toLowerCase()}`;
}
