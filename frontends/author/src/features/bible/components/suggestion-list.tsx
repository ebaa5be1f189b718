import type { ReviewAction } from '@inkbear/contracts/bible/bible';
import { isEnglish } from '@inkbear/prose/language';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { counted } from '@inkbear/web-kit/counted.ts';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFocusAfterRemoval } from '../../../kit/use-focus-after-removal.ts';
import { useUndoBibleWrite } from '../bible.api.ts';
import { PanelStatus } from '../../../ui/load-states.tsx';
import type { QuotedPlace } from '../../../ui/quote-link.tsx';
import { type ChapterReading, useBibleState } from '../reading.api.ts';
import { groupSuggestions, idOf, type SuggestionGroup } from '../suggestion-groups.ts';
import { useReviewSuggestions, useSuggestions } from '../suggestions.api.ts';
import styles from './bible-panel.module.css';
import { ReadingCard } from './reading-card.tsx';
import { SuggestionCard } from './suggestion-card.tsx';

interface Props {
  bookId: string;
  language: string;
  chapters: readonly ChapterItem[];
  canEdit: boolean;
  reading: ChapterReading;
  onOpen: (entryId: string) => void;
  onGo: (place: QuotedPlace) => void;
}

/** Entries that are shown at first, so that a long list renders quickly. */
const pageSize = 20;

const keyDecisions: Readonly<Record<string, ReviewAction>> = { a: 'accept', d: 'dismiss', l: 'lock' };

/** The suggestions found in the chapters. The author decides about them with buttons or keyboard shortcuts. */
export function SuggestionList({ bookId, language, chapters, canEdit, reading, onOpen, onGo }: Props) {
  const { data, isError, refetch } = useSuggestions(bookId);
  const { mutate } = useReviewSuggestions(bookId);
  const undo = useUndoBibleWrite(bookId);
  const [limit, setLimit] = useState(pageSize);
  const lastDecision = useRef<string | null>(null);
  const groups = groupSuggestions(data ?? []);
  const moveFocusAfter = useFocusAfterRemoval(groups.flatMap(({ suggestions }) => suggestions.map(idOf)));
  if (data === undefined)
    return (
      <PanelStatus
        text="Loading the suggestions"
        failure={isError ? 'The suggestions could not be loaded.' : null}
        onRetry={() => void refetch()}
      />
    );
  const decide = (ids: readonly string[], decision: ReviewAction): void => {
    const [first] = ids;
    if (first !== undefined) moveFocusAfter(first);
    mutate({ ids, decision }, { onSuccess: ({ decisionId }) => void (lastDecision.current = decisionId) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === 'j' || key === 'k') return moveFocus(event, key === 'j' ? 1 : -1);
    if (!canEdit) return;
    if (key === 'z' && lastDecision.current !== null) {
      void undo(lastDecision.current);
      lastDecision.current = null;
    }
    const [decision, id] = [keyDecisions[key], rowOf(event.target)?.dataset['row']];
    if (decision && id !== undefined) decide([id], decision);
  };
  return (
    // The keys are shortcuts for the buttons of the cards.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions
    <div className={styles['panel']} onKeyDown={onKeyDown}>
      <Explanation language={language} hasKeys={groups.length > 0 && canEdit} />
      {canEdit && <ReadingCard {...{ bookId, reading }} />}
      <FailedScans bookId={bookId} />
      {groups.length === 0 && <p className={styles['note']}>No suggestions to review.</p>}
      {groups.slice(0, limit).map((group) => (
        <SuggestionGroupSection
          key={group.entryId}
          {...{ bookId, group, chapters, canEdit, onOpen, onGo }}
          onDecide={decide}
        />
      ))}
      {groups.length > limit && (
        <PlainButton variant="quiet" wide onClick={() => setLimit(limit + pageSize)}>
          Show more entries ({formatNumber(groups.length - limit)} left)
        </PlainButton>
      )}
    </div>
  );
}

function Explanation({ language, hasKeys }: { language: string; hasKeys: boolean }) {
  return (
    <p className={styles['note']}>
      Shortly after you stop writing, Inkbear scans the chapter with fixed rules, without AI. Nothing is added until you
      accept it. Lock accepts it too, and later suggestions cannot change it.
      {!isEnglish(language) && ' Facts are found in English only.'}
      {hasKeys && (
        <span className={styles['keys']}>
          {' '}
          Keys: J and K move, A accepts, D dismisses, L accepts and locks, Z undoes.
        </span>
      )}
    </p>
  );
}

/** How many chapters could not be scanned, so that an empty list is not taken for a complete one. */
function FailedScans({ bookId }: { bookId: string }) {
  const { data: bible } = useBibleState(bookId);
  const count = bible?.chapters.filter(({ state }) => state === 'failed').length ?? 0;
  if (count === 0) return null;
  return (
    <p className={styles['note']}>
      {counted(count, 'chapter')} could not be scanned. Inkbear will try again automatically.
    </p>
  );
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null;

/** Moves the focus to the first button of the next or previous suggestion. */
function moveFocus(event: KeyboardEvent<HTMLElement>, by: 1 | -1): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rowOf(event.target);
  const next = row ? rows[rows.indexOf(row) + by] : rows[0];
  next?.querySelector<HTMLElement>('button')?.focus();
}

interface SectionProps extends Omit<Props, 'language' | 'reading'> {
  group: SuggestionGroup;
  onDecide: (ids: readonly string[], decision: ReviewAction) => void;
}

function SuggestionGroupSection({ group, onDecide, ...props }: SectionProps) {
  const { name, kind, suggestions } = group;
  const ids = suggestions.map(idOf);
  return (
    <section className={styles['section']} aria-label={name}>
      <h3 className={styles['heading']}>
        {name} <span className={styles['note']}>{kind}</span>
      </h3>
      {suggestions.map((suggestion) => (
        <SuggestionCard
          key={idOf(suggestion)}
          {...props}
          suggestion={suggestion}
          onDecide={(decision) => onDecide([idOf(suggestion)], decision)}
        />
      ))}
      {props.canEdit && ids.length > 1 && (
        <div className={styles['buttons']}>
          <PlainButton small onClick={() => onDecide(ids, 'accept')}>
            Accept all of {name}
          </PlainButton>
        </div>
      )}
    </section>
  );
}
