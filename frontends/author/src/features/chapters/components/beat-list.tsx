import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { useRef, useState } from 'react';
import { maxBeats, moveBeat, newBeat } from '../beats.ts';
import styles from './beat-list.module.css';
import { BeatRow } from './beat-row.tsx';

interface Props {
  beats: readonly ChapterBeat[];
  canEdit: boolean;
  onChange: (beats: ChapterBeat[]) => void;
}

/** The beats of a plan in order: write, move, remove, add. */
export function BeatList({ beats, canEdit, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const add = () => {
    const beat = newBeat();
    setAddedId(beat.id);
    onChange([...beats, beat]);
  };
  const move = (index: number, by: -1 | 1) => {
    onChange(moveBeat(beats, index, by));
    setAnnouncement(`Beat ${index + 1} is now beat ${index + by + 1} of ${beats.length}.`);
  };
  const remove = (index: number) => {
    // The focused button disappears with its beat.
    const rows = list.current?.children;
    const neighbour = rows?.[index + 1] ?? rows?.[index - 1];
    (neighbour?.querySelector('textarea') ?? addButton.current)?.focus();
    onChange(beats.toSpliced(index, 1));
    setAnnouncement(`Beat ${index + 1} is removed.`);
  };
  return (
    <fieldset className={styles['beats']}>
      <legend>Beats</legend>
      <p className={styles['hint']}>When AI drafts a long chapter, it follows these beats in order.</p>
      <ol role="list" ref={list} className={styles['list']}>
        {beats.map((beat, index) => (
          <BeatRow
            key={beat.id}
            beat={beat}
            index={index}
            isLast={index === beats.length - 1}
            isNew={beat.id === addedId}
            canEdit={canEdit}
            onChange={(part) => onChange(beats.with(index, { ...beat, ...part }))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {canEdit && (
        <div>
          <PlainButton ref={addButton} small disabled={beats.length >= maxBeats} onClick={add}>
            <Icon of={PlusOutlined} size={16} />
            Add a beat
          </PlainButton>
        </div>
      )}
    </fieldset>
  );
}
