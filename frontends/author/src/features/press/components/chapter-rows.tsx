import type { DesignSettings } from '@inkbear/contracts/books/design';
import { designLimits } from '@inkbear/contracts/books/design';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useId, useState } from 'react';
import type { DesignForm } from '../hooks/use-design-form.ts';
import { DesignConflict } from './design-field.tsx';
import styles from './settings-panel.module.css';

type Parts = DesignSettings['parts'];

interface Props {
  form: DesignForm;
  chapters: readonly ChapterItem[];
  titleOf: (chapterId: string) => string;
}

/** Titles of chapters that usually have no number. */
const hasNoNumber = /^(?:prologue|epilogue|interlude|prelude|coda)\b/i;

/** Which chapters have no number, and where parts of the book begin. */
export function ChapterRows({ form, chapters, titleOf }: Props) {
  const id = useId();
  const unnumbered = JSON.parse(form.texts.unnumbered) as string[];
  const parts = JSON.parse(form.texts.parts) as Parts;
  const proposed = chapters.filter((chapter) => hasNoNumber.test(chapter.title) && !unnumbered.includes(chapter.id));
  const setUnnumbered = (ids: readonly string[]) => form.edit({ unnumbered: JSON.stringify(ids) });
  const setPart = (chapterId: string, title: string | null) => {
    const others = parts.filter(({ beforeChapterId }) => beforeChapterId !== chapterId);
    form.edit({ parts: JSON.stringify(title === null ? others : [...others, { beforeChapterId: chapterId, title }]) });
  };
  return (
    <div className={styles['group']}>
      <h3 id={id} className={styles['groupTitle']}>
        Numbers and parts
      </h3>
      <DesignConflict form={form} field="unnumbered" titleOf={titleOf} />
      <DesignConflict form={form} field="parts" titleOf={titleOf} />
      {proposed.length > 0 && (
        <p className={styles['note']}>
          {`${proposed.map(({ title }) => `“${title}”`).join(', ')} usually ${proposed.length === 1 ? 'has' : 'have'} no number.`}{' '}
          <PlainButton small onClick={() => setUnnumbered([...unnumbered, ...proposed.map((chapter) => chapter.id)])}>
            Remove the numbers
          </PlainButton>
        </p>
      )}
      <ul className={styles['rows']} role="list" aria-labelledby={id}>
        {chapters.map((chapter) => (
          <ChapterRow
            key={chapter.id}
            chapter={chapter}
            isUnnumbered={unnumbered.includes(chapter.id)}
            part={parts.find(({ beforeChapterId }) => beforeChapterId === chapter.id)?.title}
            onUnnumbered={(isUnnumbered) =>
              setUnnumbered(
                isUnnumbered ? [...unnumbered, chapter.id] : unnumbered.filter((other) => other !== chapter.id),
              )
            }
            onPart={(title) => setPart(chapter.id, title)}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  chapter: ChapterItem;
  isUnnumbered: boolean;
  part: string | undefined;
  onUnnumbered: (isUnnumbered: boolean) => void;
  onPart: (title: string | null) => void;
}

function ChapterRow({ chapter, isUnnumbered, part, onUnnumbered, onPart }: RowProps) {
  // A part needs a title, so one without a title is not saved yet.
  const [isStarted, setStarted] = useState(false);
  const beginsPart = part !== undefined || isStarted;
  return (
    <li className={styles['row']}>
      <span className={styles['rowTitle']}>{chapter.title}</span>
      <label className={styles['check']}>
        <input type="checkbox" checked={isUnnumbered} onChange={({ target }) => onUnnumbered(target.checked)} />
        <span>
          No number<span className="visually-hidden">: {chapter.title}</span>
        </span>
      </label>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={beginsPart}
          onChange={({ target }) => {
            setStarted(target.checked);
            if (!target.checked) onPart(null);
          }}
        />
        <span>
          A part begins here<span className="visually-hidden">: {chapter.title}</span>
        </span>
      </label>
      {beginsPart && (
        <TextField
          label={`Title of the part before “${chapter.title}”`}
          value={part ?? ''}
          maxLength={designLimits.partTitle}
          onChange={({ target }) => {
            setStarted(true);
            onPart(target.value === '' ? null : target.value);
          }}
        />
      )}
    </li>
  );
}
