import type { SentencePart } from '@inkbear/prose/sentence-diff';
import { type KeyboardEvent, useMemo, useState } from 'react';
import diff from '../../../ui/diff.module.css';
import { RenderedMarkup } from '../../../ui/rendered-markup.tsx';
import { ViewSwitch } from '../../../ui/view-switch.tsx';
import { StyledPart, toStyledText } from '../../../ui/styled-part.tsx';
import { TextDiff, type TextPart, WordDiff } from '../../../ui/word-diff.tsx';
import { type RovingStop, useRovingFocus } from '../hooks/use-roving-focus.ts';
import { isSecondText, type Placement } from '../placement.ts';
import { type Proposal, shownVariant } from '../proposal.ts';
import styles from './proposal-card.module.css';

interface Props {
  proposal: Proposal;
  placement: Placement;
  hunks: readonly SentencePart[];
  /** Indexes of the changed hunks that are not accepted. */
  declined: ReadonlySet<number>;
  onToggle: (index: number) => void;
  onAcceptAll: () => void;
  onDeclineAll: () => void;
  onShow: (variant: number) => void;
}

/**
 * `hunks`: a diff of the author's text and the proposal; `clean`: the new text alone; `variant-1`: a diff with the
 * variant at that index.
 */
type View = 'hunks' | 'clean' | `variant-${number}`;

/** The proposed text: compared with the author's text, by itself, or compared with another variant. */
export function ProposalText(props: Props) {
  const { proposal, placement, hunks, declined, onToggle } = props;
  const { variants } = proposal;
  const { text } = shownVariant(proposal);
  const isLost = placement.place === 'lost';
  const [view, setView] = useState<View>(defaultView(proposal, placement));
  const isClean = view === 'clean' || isLost;
  const changed = hunks.flatMap((hunk, index) => (hunk.isChanged ? [index] : []));
  const roving = useRovingFocus(changed);
  const other = view.startsWith('variant-') ? variants[Number(view.slice('variant-'.length))] : undefined;
  const showsHunks = other === undefined && !isClean;
  const placed = useMemo(() => placeHunks(hunks), [hunks]);
  return (
    <>
      <ViewBar {...props} view={view} onView={setView} />
      {/* The arrow keys move the focus between the changes inside. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions */}
      <div
        className={`${styles['text']} ${diff['diff']}`}
        tabIndex={showsHunks && changed.length > 0 ? undefined : 0}
        role="group"
        aria-label="Proposed text"
        onKeyDown={roving.onKeyDown}
      >
        {other !== undefined && <TextDiff before={other.text} after={text} />}
        {other === undefined && isClean && <RenderedMarkup text={text} />}
        {showsHunks &&
          placed.map(({ hunk, before, after }, index) =>
            hunk.isChanged ? (
              <Hunk
                key={index}
                before={before}
                after={after}
                isAccepted={!declined.has(index)}
                onToggle={() => onToggle(index)}
                stop={roving.stopOf(index)}
              />
            ) : (
              <span key={index}>
                <StyledPart {...after} />
              </span>
            ),
          )}
      </div>
      {other === undefined && view === 'hunks' && !isLost && <HunkHint {...props} />}
    </>
  );
}

interface PlacedHunk {
  readonly hunk: SentencePart;
  /** The hunk in the author's text and in the proposed text. */
  readonly before: TextPart;
  readonly after: TextPart;
}

function placeHunks(hunks: readonly SentencePart[]): PlacedHunk[] {
  const [old, fresh] = [
    toStyledText(hunks.map(({ before }) => before).join('')),
    toStyledText(hunks.map(({ after }) => after).join('')),
  ];
  let [beforeAt, afterAt] = [0, 0];
  return hunks.map((hunk) => {
    const before = { source: old, from: beforeAt, to: (beforeAt += hunk.before.length) };
    const after = { source: fresh, from: afterAt, to: (afterAt += hunk.after.length) };
    return { hunk, before, after };
  });
}

const isIntoEmptyText = ({ before }: Placement): boolean => before.trim() === '';
const defaultView = ({ request }: Proposal, placement: Placement): View =>
  isIntoEmptyText(placement) || isSecondText(request, placement) ? 'clean' : 'hunks';

/** Chooses the variant and how it is shown. */
function ViewBar({ proposal, placement, view, onView, onShow }: Props & { view: View; onView: (view: View) => void }) {
  const { variants, shown } = proposal;
  return (
    <div className={styles['bar']}>
      {variants.length > 1 && (
        <ViewSwitch
          label="Variations"
          views={variants.map((_, index) => [index, variantName(variants, index)] as const)}
          current={shown}
          onChoose={(index) => {
            onView(defaultView(proposal, placement));
            onShow(index);
          }}
        />
      )}
      <label className={styles['view']}>
        Show
        <select value={view} onChange={({ target }) => onView(target.value as View)}>
          {placement.place !== 'lost' && (
            <option value="hunks">{isIntoEmptyText(placement) ? 'Sentence by sentence' : 'What would change'}</option>
          )}
          <option value="clean">The new text</option>
          {variants.map(
            (_, index) =>
              index !== shown && (
                <option key={index} value={`variant-${index}`}>
                  {`Compared with ${variantName(variants, index).toLowerCase()}`}
                </option>
              ),
          )}
        </select>
      </label>
    </div>
  );
}

function HunkHint({ declined, onAcceptAll, onDeclineAll }: Props) {
  return (
    <p className={styles['hint']}>
      Select a change to leave it out; select it again to include it.{' '}
      <span className={styles['keys']}>The left and right arrow keys move between changes.</span>{' '}
      {declined.size > 0 ? (
        <button type="button" className={styles['link']} onClick={onAcceptAll}>
          Include all
        </button>
      ) : (
        <button type="button" className={styles['link']} onClick={onDeclineAll}>
          Leave all out
        </button>
      )}
    </p>
  );
}

const variantName = (variants: Proposal['variants'], index: number): string =>
  `Variation ${index + 1}${variants[index]?.resultId === null ? ' (stopped)' : ''}`;

/** One changed hunk as a checkbox. It is an inline span, so that it wraps with the text, unlike a button. */
function Hunk({
  before,
  after,
  isAccepted,
  onToggle,
  stop,
}: {
  before: TextPart;
  after: TextPart;
  isAccepted: boolean;
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
      tabIndex={stop.tabIndex}
      aria-checked={isAccepted}
      className={styles['hunk']}
      onClick={onToggle}
      onKeyDown={onKey}
    >
      <WordDiff before={before} after={after} />
    </span>
  );
}
