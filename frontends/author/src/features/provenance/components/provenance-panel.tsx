import { kdpQuestionLabels, kdpQuestions, type Provenance } from '@inkbear/contracts/books/provenance';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { formatNumber, longDate } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { changedText, classTexts, questions, shareText, totalOf } from '../provenance-texts.ts';
import { openProvenancePdf, useSaveProvenanceAnswers, useProvenance } from '../provenance.api.ts';
import styles from './provenance-panel.module.css';

interface Props {
  bookId: string;
  chapters: readonly ChapterItem[];
  currentId: string;
  onOpen: (chapterId: string) => void;
}

/** Where the words of a book come from, and what its author declares to a shop that asks about AI. */
export function ProvenancePanel({ bookId, chapters, currentId, onOpen }: Props) {
  const { data, isError, isFetching, refetch } = useProvenance(bookId);
  if (data === undefined)
    return (
      <PanelStatus
        text="Counting where your words come from"
        failure={isError ? 'Your words could not be counted.' : null}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={styles['panel']}>
      <p className={styles['note']}>
        Counted from everything you saved in this book. Undo, cut and paste do not change where a word comes from.
      </p>
      <OriginTable words={data.total} />
      <Declaration bookId={bookId} origins={data} />
      <h3 className={styles['heading']}>Chapters</h3>
      <ol className={styles['chapters']}>
        {chapters.map((chapter) => (
          <li key={chapter.id} data-current={chapter.id === currentId || undefined}>
            <button
              type="button"
              className={styles['title']}
              aria-current={chapter.id === currentId || undefined}
              onClick={() => onOpen(chapter.id)}
            >
              {chapter.chapterNumber}. {chapter.title}
            </button>
            <p className={styles['note']}>{chapterText(data, chapter.id)}</p>
          </li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <PlainButton onClick={() => openProvenancePdf(bookId)}>Open as PDF</PlainButton>
        <PlainButton variant="quiet" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Counting…' : 'Count again'}
        </PlainButton>
      </div>
    </div>
  );
}

function OriginTable({ words }: { words: Provenance['total'] }) {
  const total = totalOf(words);
  if (total === 0) return <p>There are no words yet. Continue writing, then count again.</p>;
  return (
    <table className={styles['classes']}>
      <caption>{formatNumber(total)} words</caption>
      <thead>
        <tr>
          <th scope="col">Origin</th>
          <th scope="col">Words</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {classTexts
          .filter(({ key }) => key === 'own' || words[key] > 0)
          .map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{formatNumber(words[key])}</td>
              <td>{shareText(words[key], total)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** The classes of a chapter that the author did not type, largest first. */
function chapterText({ chapters }: Provenance, chapterId: string): string {
  const words = chapters.find((chapter) => chapter.chapterId === chapterId)?.words;
  const total = words ? totalOf(words) : 0;
  if (!words || total === 0) return 'No words yet';
  const parts = classTexts
    .filter(({ key }) => key !== 'own' && words[key] > 0)
    .toSorted((a, b) => words[b.key] - words[a.key])
    .map(({ key, label }) => `${shareText(words[key], total)} ${label.charAt(0).toLowerCase()}${label.slice(1)}`);
  return `${formatNumber(total)} words · ${parts.length === 0 ? 'all typed by you' : parts.join(', ')}`;
}

function Declaration({ bookId, origins }: { bookId: string; origins: Provenance }) {
  const answer = useSaveProvenanceAnswers(bookId);
  const { declaration, asked, answers, final } = origins;
  const changed = changedText(origins);
  return (
    <section className={styles['declaration']}>
      <h3 className={styles['heading']}>What shops ask about AI</h3>
      {asked.map((key) => (
        <ChoiceField
          key={key}
          label={questions[key].label}
          options={questions[key].options}
          placeholder="Not answered"
          value={answers[key] ?? ''}
          onChange={({ target }) => answer({ [key]: target.value === '' ? null : target.value })}
        />
      ))}
      <p>Amazon KDP asks about AI-generated content. Declare:</p>
      <dl className={styles['answers']}>
        {kdpQuestions.map((key) => (
          <div key={key}>
            <dt>{kdpQuestionLabels[key]}</dt>
            <dd data-missing={declaration[key].text === null || undefined}>
              {declaration[key].text ?? 'Not answered yet'}
            </dd>
          </div>
        ))}
      </dl>
      {changed !== null && <p className={styles['note']}>{changed}</p>}
      <p className={styles['note']}>
        {final ? '' : 'This is not final yet. '}
        Words that AI changed in your own sentences need no declaration. Inkbear cannot know what was written with AI
        before you brought it into Inkbear. The answers follow descriptions of the KDP form, checked on{' '}
        {longDate(declaration.comparedOn, 'UTC')}; the form may differ.
      </p>
    </section>
  );
}
