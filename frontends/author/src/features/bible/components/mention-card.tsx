import type { BibleEntry, BibleFact } from '@inkbear/contracts/bible/entry';
import { attributeName, kindNames } from '@inkbear/contracts/bible/names';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useEffect, useRef } from 'react';
import { type QuotedPlace, QuoteLink } from '../../../ui/quote-link.tsx';
import { useEntryAt } from '../bible.api.ts';
import styles from './mention-card.module.css';

interface Props {
  bookId: string;
  /** The entries that have the name, one in most cases. */
  entries: readonly BibleEntry[];
  chapters: readonly ChapterItem[];
  currentId: string;
  /** Where an entry was named last before this place, in the same chapter; null when it was not. */
  lastMentionOf: (entryId: string) => QuotedPlace | null;
  /** Whether the card takes the focus when it is shown. */
  takesFocus: boolean;
  onGo: (place: QuotedPlace) => void;
  onOpen: (entryId: string) => void;
}

/** What the story bible knows about a name in the text, as far as it is valid in this chapter. */
export function MentionCard({ entries, takesFocus, ...props }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) card.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={card}
      className={styles['card']}
      role="dialog"
      tabIndex={-1}
      aria-label={entries.map(({ name }) => name).join(', ')}
    >
      {entries.length > 1 && <p className={styles['note']}>{entries.length} entries have this name.</p>}
      {entries.map((entry) => (
        <EntrySummary key={entry.id} entry={entry} {...props} />
      ))}
    </div>
  );
}

const shownFacts = 5;

function EntrySummary({
  bookId,
  entry,
  chapters,
  currentId,
  lastMentionOf,
  onGo,
  onOpen,
}: Omit<Props, 'entries' | 'takesFocus'> & { entry: BibleEntry }) {
  const { data, isError } = useEntryAt(bookId, entry.id, currentId);
  const facts = data?.facts ?? [];
  const lastMention = lastMentionOf(entry.id);
  return (
    <section className={styles['entry']} aria-label={entry.name}>
      <p className={styles['name']}>{entry.name}</p>
      <p className={styles['note']}>
        {kindNames[entry.kind]}
        {entry.status === 'proposed' && ' · found in the text, not accepted yet'}
      </p>
      {entry.summary.trim() !== '' && <p>{entry.summary}</p>}
      {isError && <p className={styles['note']}>The facts could not be loaded.</p>}
      {facts.length > 0 && (
        <dl className={styles['facts']}>
          {facts.slice(0, shownFacts).map((fact) => (
            <FactRow key={fact.id} fact={fact} />
          ))}
        </dl>
      )}
      {facts.length > shownFacts && <p className={styles['note']}>and {facts.length - shownFacts} more</p>}
      {lastMention && (
        <div className={styles['last']}>
          <p className={styles['note']}>Last mention in this chapter</p>
          <QuoteLink place={lastMention} chapters={chapters} onGo={onGo} />
        </div>
      )}
      <div>
        <PlainButton small variant="quiet" onClick={() => onOpen(entry.id)}>
          Open in the story bible
        </PlainButton>
      </div>
    </section>
  );
}

function FactRow({ fact: { attribute, value, evidence } }: { fact: BibleFact }) {
  const quote = evidence.find(({ state }) => state !== 'lost')?.quote;
  return (
    <>
      <dt>{attributeName(attribute)}</dt>
      <dd>
        {value}
        {quote !== undefined && <q className={styles['quote']}>{quote}</q>}
      </dd>
    </>
  );
}
