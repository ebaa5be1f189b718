import type { ImportPlan } from '@inkbear/contracts/export/import';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { canMerge, changeChapter, mergeWithNext, moveChapter, type PlannedChapter } from '../plan-edits.ts';
import styles from './imports.module.css';

const kinds = [
  { value: 'chapter', label: 'A chapter' },
  { value: 'front', label: 'A page before the text' },
  { value: 'back', label: 'A page after the text' },
] as const;

interface Props {
  chapters: readonly PlannedChapter[];
  /** The plan as the server has it, with the numbers of words. */
  stored: ImportPlan;
  selected: number;
  onSelect: (index: number) => void;
  onChange: (chapters: PlannedChapter[]) => void;
}

/** The chapters of the plan in the order of the book. The selected one can be changed. */
export function PlanChapters({ chapters, stored, selected, onSelect, onChange }: Props) {
  const words = new Map(stored.chapters.map((chapter) => [`${chapter.from}:${chapter.to}`, chapter.words]));
  return (
    <ol role="list" className={styles['chapters']} aria-label="Chapters of the plan">
      {chapters.map((chapter, index) => {
        const count = words.get(`${chapter.from}:${chapter.to}`);
        const isSelected = index === selected;
        return (
          <li key={`${chapter.from}:${chapter.to}`} className={styles['chapter']}>
            <button
              type="button"
              className={styles['open']}
              data-excluded={!chapter.include}
              aria-expanded={isSelected}
              onClick={() => onSelect(index)}
            >
              <span>{chapter.title || 'Untitled'}</span>
              <span className={styles['words']}>{count === undefined ? '' : wordsText(count)}</span>
            </button>
            {isSelected && (
              <ChapterFields
                chapters={chapters}
                index={index}
                onChange={onChange}
                onMove={(by) => {
                  onChange(moveChapter(chapters, index, by));
                  onSelect(index + by);
                }}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface FieldsProps extends Pick<Props, 'chapters' | 'onChange'> {
  index: number;
  onMove: (by: 1 | -1) => void;
}

function ChapterFields({ chapters, index, onChange, onMove }: FieldsProps) {
  const chapter = chapters[index];
  if (!chapter) return null;
  const change = (part: Partial<PlannedChapter>) => onChange(changeChapter(chapters, index, part));
  return (
    <>
      <TextField
        label="Title"
        value={chapter.title}
        maxLength={300}
        onChange={({ target }) => change({ title: target.value })}
      />
      <ChoiceField
        label="This is"
        options={kinds}
        value={chapter.kind}
        onChange={({ target }) => change({ kind: target.value as PlannedChapter['kind'] })}
      />
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={!chapter.include}
          onChange={({ target }) => change({ include: !target.checked })}
        />
        Leave it out
      </label>
      <div className={styles['actions']}>
        <PlainButton
          small
          disabled={!canMerge(chapters, index)}
          onClick={() => onChange(mergeWithNext(chapters, index))}
        >
          Merge with the next
        </PlainButton>
        <PlainButton small disabled={index === 0} onClick={() => onMove(-1)}>
          Move up
        </PlainButton>
        <PlainButton small disabled={index === chapters.length - 1} onClick={() => onMove(1)}>
          Move down
        </PlainButton>
      </div>
    </>
  );
}
