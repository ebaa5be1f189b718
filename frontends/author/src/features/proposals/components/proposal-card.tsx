import { diffSentences } from '@inkbear/prose/sentence-diff';
import { countWords } from '@inkbear/prose/word-count';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { type StreamingText, useStreamingText } from '@inkbear/web-kit/streaming-text.ts';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useRetryRefusal } from '../hooks/use-retry-refusal.ts';
import type { Landing } from '../landing.ts';
import { type Proposal, shownAttempt } from '../proposal.ts';
import { stretchesIn, stretchesOver, takeStretches } from '../stretches.ts';
import { Elapsed } from './elapsed.tsx';
import styles from './proposal-card.module.css';
import { ProposalText } from './proposal-text.tsx';

interface Props {
  proposal: Proposal;
  /** Where the shown text would go; null while it is being written. */
  landing: Landing | null;
  /** Of the text, for its sentences. */
  language: string;
  /** No model is connected: the text is built from what the author gave. */
  isOffline: boolean;
  /** What it cost and what is left, in words. */
  cost: string | null;
  onAccept: (text: string) => void;
  onInsertBelow: (text: string) => void;
  onTryAgain: () => void;
  onShow: (attempt: number) => void;
  onStop: () => void;
  onDiscard: () => void;
  /** Brings the passage into view; absent when there is none. */
  onPassage?: (() => void) | undefined;
}

/** A text that AI offers: streams in, is compared, and changes nothing until it is accepted. */
export function ProposalCard({ proposal, landing, isOffline, cost, ...rest }: Props) {
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { wish, run } = proposal;
  const isWriting = run.state === 'writing';
  // It comes into view when it is asked for. Who has gone on typing in the prose by the end is not taken away from it.
  const mayScroll = useRef(true);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (mayScroll.current) void card.current?.scrollIntoView({ block: 'nearest' });
    // Stop and Try again leave the page when the state changes; the focus stays in the card for who had it there.
    if (hadFocus.current && card.current?.contains(document.activeElement) === false)
      title.current?.focus({ preventScroll: true });
    mayScroll.current = card.current?.contains(document.activeElement) === true;
  }, [run.state]);
  const onFocus = () => {
    mayScroll.current = true;
    hadFocus.current = true;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    mayScroll.current = card.current?.contains(relatedTarget) === true;
    // An element that is removed loses the focus to nobody.
    if (relatedTarget !== null) hadFocus.current = mayScroll.current;
  };
  return (
    <section
      ref={card}
      onFocus={onFocus}
      onBlur={onBlur}
      className={styles['card']}
      aria-labelledby="proposal-title"
      aria-busy={isWriting}
    >
      <header className={styles['head']}>
        <h2 id="proposal-title" ref={title} tabIndex={-1} className={styles['title']}>
          Proposal
        </h2>
        <span className={styles['tag']}>{isOffline ? 'Offline writer, not an AI model' : 'Written by AI'}</span>
      </header>
      <p className={styles['asked']}>
        {wish.asked}
        {rest.onPassage && (
          <>
            {' '}
            <button type="button" className={styles['link']} onClick={rest.onPassage}>
              Show the passage
            </button>
          </>
        )}
      </p>
      <Announcement
        text={isWriting ? 'The proposal is being written.' : run.state === 'idle' ? 'The proposal is ready.' : ''}
      />
      {run.state === 'broken' && (
        <p className={styles['broken']} role="alert">
          {run.message}
        </p>
      )}
      {run.state === 'writing' && <Writing arriving={run.arriving} startedAt={run.startedAt} onStop={rest.onStop} />}
      {run.state !== 'writing' && landing !== null && (
        <Finished
          key={`${proposal.shown ?? 'broken'}:${landing.before}`}
          proposal={proposal}
          landing={landing}
          cost={cost}
          {...rest}
        />
      )}
    </section>
  );
}

/** A live region must be on the page before its text is: then a start is read out as well as an end. */
function Announcement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return (
    <p aria-live="polite" className="visually-hidden">
      {announced}
    </p>
  );
}

function Writing({ arriving, startedAt, onStop }: { arriving: StreamingText; startedAt: number; onStop: () => void }) {
  const { text, words } = useStreamingText(arriving);
  return (
    <>
      {text !== '' && (
        <div className={styles['text']} tabIndex={0} role="group" aria-label="Proposed text">
          {text}
        </div>
      )}
      <footer className={styles['foot']}>
        <div className={styles['actions']}>
          <PlainButton onClick={onStop}>Stop</PlainButton>
        </div>
        <p className={styles['cost']}>
          <Elapsed since={startedAt} words={words} />
        </p>
      </footer>
    </>
  );
}

function Finished({
  proposal,
  landing,
  language,
  cost,
  onAccept,
  onInsertBelow,
  onTryAgain,
  onShow,
  onDiscard,
}: Omit<Props, 'landing' | 'isOffline' | 'onStop' | 'onPassage'> & { landing: Landing }) {
  const { before, after, place, clashes } = landing;
  const isBaseless = proposal.wish.isBaseless === true && place === 'whole' && before.trim() !== '';
  const pieces = useMemo(() => diffSentences(before, after, language), [before, after, language]);
  // What the author wrote meanwhile stays unless they say otherwise.
  const [left, setLeft] = useState<ReadonlySet<number>>(
    () => new Set(isBaseless ? stretchesOver(pieces) : stretchesIn(pieces, clashes)),
  );
  const { text } = shownAttempt(proposal);
  const changed = pieces.flatMap((piece, index) => (piece.isChanged ? [index] : []));
  const taken = changed.length - left.size;
  const toggle = (index: number) =>
    setLeft((known) => new Set(known.has(index) ? [...known].filter((each) => each !== index) : [...known, index]));
  const chosen = () => takeStretches(pieces, (index) => !left.has(index));
  const isChoosing = left.size > 0;
  const label = isChoosing
    ? `Accept ${taken} of ${changed.length} changes`
    : before.trim() === ''
      ? 'Accept'
      : 'Accept all';
  const words = countWords(text);
  const canRetry = proposal.wish.isKept !== true;
  const refusal = useRetryRefusal(proposal);
  return (
    <>
      {text !== '' && <Note landing={landing} hasChanges={changed.length > 0} isBaseless={isBaseless} />}
      {text !== '' && (
        <ProposalText
          {...{ proposal, landing, pieces, left, onShow }}
          onToggle={toggle}
          onAll={() => setLeft(new Set())}
          onNone={() => setLeft(new Set(changed))}
        />
      )}
      <footer className={styles['foot']}>
        <div className={styles['actions']}>
          {text !== '' && place !== 'lost' && changed.length > 0 && (
            <PlainButton look="primary" disabled={taken === 0} onClick={() => onAccept(chosen())}>
              {label}
            </PlainButton>
          )}
          {text !== '' && place !== 'below' && (place === 'lost' || before.trim() !== '') && (
            <PlainButton look={place === 'lost' ? 'primary' : 'plain'} onClick={() => onInsertBelow(text)}>
              Insert below
            </PlainButton>
          )}
          {canRetry && (
            <PlainButton look="quiet" disabled={refusal !== null} onClick={onTryAgain}>
              Try again
            </PlainButton>
          )}
          <PlainButton look="quiet" onClick={onDiscard}>
            Discard
          </PlainButton>
        </div>
        {canRetry && refusal !== null && <p className={styles['hint']}>{refusal}</p>}
        <p className={styles['cost']} role="status">
          {text !== '' && `${wordsText(words)}. `}
          {cost}
        </p>
      </footer>
    </>
  );
}

function Note({
  landing: { place, clashes },
  hasChanges,
  isBaseless,
}: {
  landing: Landing;
  hasChanges: boolean;
  isBaseless: boolean;
}) {
  if (place === 'lost')
    return (
      <p className={styles['note']}>
        You have changed this passage since you asked, so the proposal no longer fits over it. It can go below.
      </p>
    );
  if (clashes.length > 0)
    return (
      <p className={styles['note']}>
        You have written on in the same places since you asked. Changes that would undo your words are left out; press
        one to take it.
      </p>
    );
  if (isBaseless && hasChanges)
    return (
      <p className={styles['note']}>
        How the text read when you asked is not known any more, so what you have written since cannot be told apart.
        Whatever would replace or remove words is left out; press a change to take it.
      </p>
    );
  return hasChanges ? null : <p className={styles['note']}>Nothing would change: the text is already as proposed.</p>;
}
