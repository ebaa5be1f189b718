import { type ReadingProgress, readingChaptersMax } from '@inkbear/contracts/ai/reading';
import type { ProviderReading } from '@inkbear/contracts/bible/suggestion';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { counted } from '@inkbear/web-kit/counted.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { RunningWork } from '../../../ui/running-work.tsx';
import { aiStatusQuery } from '../../ai-tools/ai.api.ts';
import { type ChapterReading, useBibleState, useReadingEstimate, useSetProviderReading } from '../reading.api.ts';
import styles from './bible-panel.module.css';

/** In the order of how much they allow, so that arrow keys do not pass through the last one. */
const choices: readonly { value: ProviderReading; label: string }[] = [
  { value: 'off', label: 'Never' },
  { value: 'asked', label: 'Only when I ask' },
  { value: 'automatic', label: 'Each changed chapter' },
];

interface Props {
  bookId: string;
  reading: ChapterReading;
}

/** Lets an AI provider read chapters for the story bible, and says before what that costs. */
export function ReadingCard({ bookId, reading }: Props) {
  const { data: status } = useQuery(aiStatusQuery());
  const { data: bible } = useBibleState(bookId);
  const plan = usePlanStatus();
  const isPro = plan.data?.isActive === true;
  const mayRead = isPro && bible !== undefined && bible.providerReading !== 'off';
  const { data: estimate } = useReadingEstimate(bookId, mayRead);
  const keptFocus = useKeptFocus();
  if (status === undefined || bible === undefined) return null;
  if (status.provider === 'offline')
    return <p className={styles['note']}>No AI model is connected. Rules find names and facts; a model finds more.</p>;
  return (
    <section className={styles['section']} aria-label="Reading by AI" tabIndex={-1} {...keptFocus}>
      {/* On every plan, so that an author whose plan has ended can withdraw the consent. */}
      <Consent bookId={bookId} providerReading={bible.providerReading} />
      {plan.data === undefined && plan.isError && (
        <RetryNote text="Your plan could not be loaded." onRetry={() => void plan.refetch()} />
      )}
      {plan.data?.isActive === false && <PlanNote />}
      {isPro && <Reading reading={reading} estimate={mayRead ? estimate : undefined} />}
    </section>
  );
}

/** For a section that takes the focus when its focused button disappears. */
function useKeptFocus() {
  const section = useRef<HTMLElement>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  });
  return { ref: section, onFocus: ({ target }: FocusEvent) => void (focused.current = target) };
}

const PlanNote = () => (
  <>
    <p className={styles['note']}>
      Reading chapters with AI is part of Pro. On every plan, rules find names and facts in your chapters.
    </p>
    <ButtonLink to="/pricing">See plans</ButtonLink>
  </>
);

interface ReadingProps {
  reading: ChapterReading;
  /** Undefined while it is loading, and while AI may not read. */
  estimate: { readonly chapterIds: readonly string[]; readonly percentOfDay: number } | undefined;
}

function Reading({ reading: { start, running, result, cancel }, estimate }: ReadingProps) {
  const [checksContinuity, setChecksContinuity] = useState(false);
  const chapterIds = estimate?.chapterIds.slice(0, readingChaptersMax) ?? [];
  return (
    <>
      {running !== null && (
        <>
          <RunningWork
            text={progressText(running.progress, chapterIds.length)}
            since={running.since}
            onCancel={cancel}
          />
          <p className={styles['note']}>
            Closing this panel or opening another chapter stops the reading. What it has found stays.
          </p>
        </>
      )}
      {running === null && estimate !== undefined && (
        <>
          <p className={styles['note']}>
            {chapterIds.length === 0
              ? 'AI has read the current version of every chapter.'
              : `${counted(estimate.chapterIds.length, 'chapter')} changed since the last reading: ` +
                `about ${estimate.percentOfDay}% of your daily AI allowance.`}
          </p>
          {chapterIds.length > 0 && (
            <>
              <label className={styles['option']}>
                <input
                  type="checkbox"
                  checked={checksContinuity}
                  onChange={({ currentTarget }) => setChecksContinuity(currentTarget.checked)}
                />
                Also look for contradictions with what you have accepted, which costs about twice as much
              </label>
              <PlainButton
                onClick={() =>
                  start(chapterIds, ['facts', 'summary', ...(checksContinuity ? (['continuity'] as const) : [])])
                }
              >
                {estimate.chapterIds.length > chapterIds.length ? 'Read the first' : 'Read'}{' '}
                {counted(chapterIds.length, 'chapter')} with AI
              </PlainButton>
            </>
          )}
        </>
      )}
      {running === null && result !== undefined && (
        <p role="status" className={styles['note']}>
          {resultText(result)}
        </p>
      )}
    </>
  );
}

interface ConsentProps {
  bookId: string;
  providerReading: ProviderReading;
}

/** The choice whether AI may read. Automatic reading needs a second confirmation. */
function Consent({ bookId, providerReading }: ConsentProps) {
  const setting = useSetProviderReading(bookId);
  const [isAsking, setAsking] = useState(false);
  const returnFocusTo = useFocusReturn(isAsking);
  const stored = setting.isPending ? setting.variables : providerReading;
  const choose = (field: HTMLSelectElement): void => {
    const value = field.value as ProviderReading;
    setAsking(value === 'automatic');
    if (value === 'automatic') returnFocusTo(field);
    else setting.mutate(value);
  };
  const answer = (isAllowed: boolean): void => {
    setAsking(false);
    if (isAllowed) setting.mutate('automatic');
  };
  return (
    <>
      <ChoiceField
        label="May AI read your chapters for the story bible?"
        hint="The text of a chapter is then sent to the AI provider. What it finds is only a suggestion, and its summaries help AI in later chapters. Entries that you excluded from AI are not sent."
        options={choices}
        value={isAsking ? 'automatic' : stored}
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      {isAsking && (
        <div className={styles['form']} role="group" aria-label="Automatic reading">
          <p role="alert" className={styles['note']}>
            Send changed chapters to the AI provider without a click? A chapter is sent when fifty words have changed
            and you have not changed it for two minutes, at most every ten minutes. This uses at most 30% of your daily
            AI allowance.
          </p>
          <div className={styles['buttons']}>
            <PlainButton onClick={() => answer(true)}>Send changed chapters</PlainButton>
            <PlainButton onClick={() => answer(false)}>Cancel</PlainButton>
          </div>
        </div>
      )}
    </>
  );
}

function progressText(progress: ReadingProgress | null, of: number): string {
  const done = progress?.chapters.filter(({ state }) => state !== 'waiting').length ?? 0;
  return `Reading the chapters: ${done} of ${progress?.chapters.length ?? of}`;
}

/** Sentences about the result of a reading: how much it found, and how many chapters it could not read. */
function resultText({ chapters, stopped }: ReadingProgress): string {
  const count = (state: ReadingProgress['chapters'][number]['state']): number =>
    chapters.filter((chapter) => chapter.state === state).length;
  const proposals = chapters.reduce((sum, chapter) => sum + chapter.proposals, 0);
  const contradictions = chapters.reduce((sum, chapter) => sum + chapter.contradictions, 0);
  const changed = count('changed');
  const failed = count('failed');
  return [
    `${counted(count('read'), 'chapter')} read, ${counted(proposals, 'new suggestion')}.`,
    contradictions > 0 ? `${counted(contradictions, 'contradiction')} listed under Checks.` : '',
    changed > 0 ? `${counted(changed, 'chapter')} changed meanwhile and can be read again.` : '',
    failed > 0 ? `${counted(failed, 'chapter')} could not be read.` : '',
    stopped ?? '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
