import { diffSentences, type SentencePart } from '@inkbear/prose/sentence-diff';
import { countWords } from '@inkbear/prose/word-count';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { type StreamingText, useStreamingText } from '@inkbear/web-kit/streaming-text.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useRetryRefusal } from '../hooks/use-retry-refusal.ts';
import { applyHunks, destructiveHunks, hunksTouching } from '../hunks.ts';
import { isSecondText, type Placement } from '../placement.ts';
import { type Proposal, shownVariant } from '../proposal.ts';
import { Elapsed } from './elapsed.tsx';
import { partText, incompleteText } from '../../../kit/use-streaming-request.ts';
import { AiLabel } from '../../../ui/ai-label.tsx';
import styles from './proposal-card.module.css';
import { PlacementNote } from './placement-note.tsx';
import { ProposalText } from './proposal-text.tsx';

interface Props {
  proposal: Proposal;
  /** Where the shown text would go; null while it is being written. */
  placement: Placement | null;
  /** The language of the text, for splitting it into sentences. */
  language: string;
  /** No AI model is connected: the offline provider builds the text from the author's own data. */
  isOffline: boolean;
  /** The cost and the remaining uses, as text. */
  cost: string | null;
  onAccept: (text: string) => void;
  onInsertBelow: (text: string) => void;
  onTryAgain: () => void;
  onShow: (variant: number) => void;
  onStop: () => void;
  onDiscard: () => void;
  /** Scrolls to the passage; absent when there is none. */
  onPassage?: (() => void) | undefined;
}

/**
 * A text that AI offers: it streams in, is compared with the author's text, and changes nothing until it is accepted.
 */
export function ProposalCard({ proposal, placement, isOffline, cost, ...rest }: Props) {
  const { request, run } = proposal;
  const isWriting = run.state === 'writing';
  const { card, title, onFocus, onBlur } = useCardFocus(run.state);
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
        <AiLabel isOffline={isOffline} />
      </header>
      <p className={styles['asked']}>
        {request.description}
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
      {run.state === 'interrupted' && (
        <p className={styles['interrupted']} role="alert">
          {run.message}
        </p>
      )}
      {run.state === 'writing' && (
        <Writing streamingText={run.streamingText} startedAt={run.startedAt} onStop={rest.onStop} />
      )}
      {run.state !== 'writing' && placement !== null && (
        <Finished
          key={`${proposal.shown ?? 'interrupted'}:${placement.before}`}
          proposal={proposal}
          placement={placement}
          cost={cost}
          {...rest}
        />
      )}
    </section>
  );
}

/** Scrolls the card into view and keeps the focus inside it when a focused button disappears. */
function useCardFocus(state: Proposal['run']['state']) {
  const card = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // The card scrolls into view when the request starts, but not at the end if the author is typing in the text by then.
  const mayScroll = useRef(true);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (mayScroll.current) void card.current?.scrollIntoView({ block: 'nearest' });
    // Stop and Try again are unmounted when the state changes; if one of them had the focus, the title takes it. The
    // title also takes it when the button that started the request is disabled meanwhile, or its dialog is closed.
    const { activeElement, body } = document;
    const hasLostFocus = hadFocus.current && card.current?.contains(activeElement) === false;
    const isDialogClosed = state === 'writing' && activeElement === body;
    if (hasLostFocus || isDialogClosed || activeElement?.matches(':disabled') === true)
      title.current?.focus({ preventScroll: true });
    mayScroll.current = card.current?.contains(document.activeElement) === true;
  }, [state]);
  const onFocus = () => {
    mayScroll.current = true;
    hadFocus.current = true;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    mayScroll.current = card.current?.contains(relatedTarget) === true;
    // Removing the focused element fires blur without a related target.
    if (relatedTarget !== null) hadFocus.current = mayScroll.current;
  };
  return { card, title, onFocus, onBlur };
}

/** A live region must be in the DOM before its text changes, or screen readers do not announce the first text. */
function Announcement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return (
    <p aria-live="polite" className="visually-hidden">
      {announced}
    </p>
  );
}

function Writing({
  streamingText,
  startedAt,
  onStop,
}: {
  streamingText: StreamingText;
  startedAt: number;
  onStop: () => void;
}) {
  const { text, words, part } = useStreamingText(streamingText);
  return (
    <>
      {part && <p className={styles['note']}>{partText(part)}</p>}
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

type FinishedProps = Omit<Props, 'placement' | 'isOffline' | 'onStop' | 'onPassage'> & { placement: Placement };

/** A finished proposal: its text with the hunks to choose, and the buttons. */
function Finished({ proposal, placement, language, cost, ...on }: FinishedProps) {
  const { before, place } = placement;
  const hasUnknownBase = proposal.request.hasUnknownBase === true && place === 'whole' && before.trim() !== '';
  const choice = useHunkChoice(placement, language, hasUnknownBase);
  const { text, incomplete } = shownVariant(proposal);
  const hasText = text !== '';
  const hasChanges = choice.changed.length > 0;
  return (
    <>
      {incomplete && <p className={styles['note']}>{incompleteText(incomplete)}</p>}
      {hasText && <PlacementNote placement={placement} hasChanges={hasChanges} hasUnknownBase={hasUnknownBase} />}
      {hasText && (
        <ProposalText
          {...{ proposal, placement }}
          hunks={choice.hunks}
          declined={choice.declined}
          onShow={on.onShow}
          onToggle={choice.toggle}
          onAcceptAll={choice.acceptAll}
          onDeclineAll={choice.declineAll}
        />
      )}
      <footer className={styles['foot']}>
        <div className={styles['actions']}>
          {hasText && (
            <PlaceButtons
              choice={choice}
              placement={placement}
              isSecond={isSecondText(proposal.request, placement)}
              onAccept={on.onAccept}
              onInsertBelow={() => on.onInsertBelow(text)}
            />
          )}
          <RetryButton proposal={proposal} onTryAgain={on.onTryAgain} />
          <PlainButton variant="quiet" onClick={on.onDiscard}>
            Discard
          </PlainButton>
        </div>
        <RetryHint proposal={proposal} />
        <p className={styles['cost']} role="status">
          {hasText && `${wordsText(countWords(text))}. `}
          {cost}
        </p>
      </footer>
    </>
  );
}

interface PlaceButtonsProps {
  choice: HunkChoice;
  placement: Placement;
  isSecond: boolean;
  onAccept: (text: string) => void;
  onInsertBelow: () => void;
}

/** Where the text goes. Inserting it below comes first when there is nothing else, or when it is a second text. */
function PlaceButtons({ choice, placement: { place, before }, isSecond, onAccept, onInsertBelow }: PlaceButtonsProps) {
  const isBelowFirst = isSecond || place === 'lost';
  const accept = place !== 'lost' && choice.changed.length > 0 && (
    <PlainButton
      variant={isBelowFirst ? 'plain' : 'primary'}
      disabled={choice.acceptedCount === 0}
      onClick={() => onAccept(choice.acceptedText())}
    >
      {acceptLabel(choice, before, isSecond)}
    </PlainButton>
  );
  const below = place !== 'below' && (place === 'lost' || before.trim() !== '') && (
    <PlainButton variant={isBelowFirst ? 'primary' : 'plain'} onClick={onInsertBelow}>
      Insert below
    </PlainButton>
  );
  return (
    <>
      {isBelowFirst ? below : accept}
      {isBelowFirst ? accept : below}
    </>
  );
}

/**
 * The hunks of a proposal and which of them are declined. Hunks that would overwrite the author's new text start
 * declined.
 */
function useHunkChoice({ before, after, conflicts }: Placement, language: string, hasUnknownBase: boolean) {
  const hunks = useMemo<readonly SentencePart[]>(
    () => diffSentences(before, after, language),
    [before, after, language],
  );
  const [declined, setDeclined] = useState<ReadonlySet<number>>(
    () => new Set(hasUnknownBase ? destructiveHunks(hunks) : hunksTouching(hunks, conflicts)),
  );
  const changed = hunks.flatMap((hunk, index) => (hunk.isChanged ? [index] : []));
  const toggle = (index: number) =>
    setDeclined((known) => new Set(known.has(index) ? [...known].filter((each) => each !== index) : [...known, index]));
  return {
    hunks,
    declined,
    changed,
    toggle,
    acceptedCount: changed.length - declined.size,
    acceptedText: () => applyHunks(hunks, (index) => !declined.has(index)),
    acceptAll: () => setDeclined(new Set()),
    declineAll: () => setDeclined(new Set(changed)),
  };
}

type HunkChoice = ReturnType<typeof useHunkChoice>;

function acceptLabel({ declined, acceptedCount, changed }: HunkChoice, before: string, isSecond: boolean): string {
  if (declined.size > 0) return `Accept ${acceptedCount} of ${changed.length} changes`;
  if (isSecond) return 'Replace my chapter';
  return before.trim() === '' ? 'Accept' : 'Accept all';
}

const canRetry = ({ request }: Proposal): boolean => request.isSavedResult !== true;

function RetryButton({ proposal, onTryAgain }: { proposal: Proposal; onTryAgain: () => void }) {
  const refusal = useRetryRefusal(proposal);
  if (!canRetry(proposal)) return null;
  return (
    <PlainButton variant="quiet" disabled={refusal !== null} onClick={onTryAgain}>
      Try again
    </PlainButton>
  );
}

function RetryHint({ proposal }: { proposal: Proposal }) {
  const refusal = useRetryRefusal(proposal);
  return canRetry(proposal) && refusal !== null ? <p className={styles['hint']}>{refusal}</p> : null;
}
