import type { SentencePart } from '@inkbear/prose/sentence-diff';
import { diffWords } from '@inkbear/prose/word-diff';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { type RovingStop, useRovingFocus } from '../hooks/use-roving-focus.ts';
import type { Landing } from '../landing.ts';
import { type Proposal, shownAttempt } from '../proposal.ts';
import styles from './proposal-card.module.css';

interface Props {
  proposal: Proposal;
  landing: Landing;
  pieces: readonly SentencePart[];
  /** Changed pieces that stay as they were. */
  left: ReadonlySet<number>;
  onToggle: (index: number) => void;
  onAll: () => void;
  onNone: () => void;
  onShow: (attempt: number) => void;
}

/** The proposed text: against the author's own, by itself, or against another try. */
export function ProposalText({ proposal, landing, pieces, left, onToggle, onAll, onNone, onShow }: Props) {
  const { attempts, shown } = proposal;
  const { text } = shownAttempt(proposal);
  const isNew = landing.before.trim() === '';
  const [view, setView] = useState(isNew ? 'clean' : 'text');
  const isClean = view === 'clean' || landing.place === 'lost';
  const changed = pieces.flatMap((piece, index) => (piece.isChanged ? [index] : []));
  const roving = useRovingFocus(changed);
  const other = view.startsWith('try-') ? attempts[Number(view.slice(4))] : undefined;
  return (
    <>
      <div className={styles['bar']}>
        {attempts.length > 1 && (
          <div className={styles['tries']} role="group" aria-label="Tries">
            {attempts.map((_, index) => (
              <button
                key={index}
                type="button"
                aria-pressed={index === shown}
                onClick={() => {
                  setView(isNew ? 'clean' : 'text');
                  onShow(index);
                }}
              >
                {tryName(attempts, index)}
              </button>
            ))}
          </div>
        )}
        <label className={styles['view']}>
          Show
          <select value={view} onChange={({ target }) => setView(target.value)}>
            {landing.place !== 'lost' && (
              <option value="text">{isNew ? 'Sentence by sentence' : 'What would change'}</option>
            )}
            <option value="clean">The new text</option>
            {attempts.map(
              (_, index) =>
                index !== shown && (
                  <option
                    key={index}
                    value={`try-${index}`}
                  >{`Compared with ${tryName(attempts, index).toLowerCase()}`}</option>
                ),
            )}
          </select>
        </label>
      </div>
      <div
        className={styles['text']}
        tabIndex={other === undefined && !isClean && changed.length > 0 ? undefined : 0}
        role="group"
        aria-label="Proposed text"
        onKeyDown={roving.onKeyDown}
      >
        {other !== undefined && <Compared before={other.text} after={text} />}
        {other === undefined &&
          (isClean
            ? text
            : pieces.map((piece, index) =>
                piece.isChanged ? (
                  <Stretch
                    key={index}
                    piece={piece}
                    isTaken={!left.has(index)}
                    onToggle={() => onToggle(index)}
                    stop={roving.stopOf(index)}
                  />
                ) : (
                  <span key={index}>{piece.after}</span>
                ),
              ))}
      </div>
      {other === undefined && view === 'text' && landing.place !== 'lost' && (
        <p className={styles['hint']}>
          Press a change to leave it out, and again to take it.{' '}
          <span className={styles['keys']}>With the keyboard, left and right go from one to the next.</span>{' '}
          {left.size > 0 ? (
            <button type="button" className={styles['link']} onClick={onAll}>
              Take all
            </button>
          ) : (
            <button type="button" className={styles['link']} onClick={onNone}>
              Leave all out
            </button>
          )}
        </p>
      )}
    </>
  );
}

const tryName = (attempts: Proposal['attempts'], index: number): string =>
  `Try ${index + 1}${attempts[index]?.resultId === null ? ', stopped' : ''}`;

/** One changed stretch; inline, so that it flows with the text as a button would not. */
function Stretch({
  piece,
  isTaken,
  onToggle,
  stop,
}: {
  piece: SentencePart;
  isTaken: boolean;
  onToggle: () => void;
  stop: RovingStop;
}) {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    onToggle();
  };
  return (
    <span
      role="checkbox"
      {...stop}
      aria-checked={isTaken}
      className={styles['stretch']}
      onClick={onToggle}
      onKeyDown={onKey}
    >
      <Compared before={piece.before} after={piece.after} />
    </span>
  );
}

function Compared({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return parts.map(({ kind, text }, at) =>
    kind === 'removed' ? (
      <del key={at}>{text}</del>
    ) : kind === 'added' ? (
      <ins key={at}>{text}</ins>
    ) : (
      <span key={at}>{text}</span>
    ),
  );
}
