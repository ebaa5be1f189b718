import { genreLabel } from '@inkbear/contracts/books/genres';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { useEffect, useState } from 'react';
import { type Part, parts, type Plot, plotSentence, roll } from '../roll.ts';
import styles from './plot-dice.module.css';

interface Props {
  random?: () => number;
  /** Links to the next tools for a plot. */
  toolLinks: { readonly titles: (plot: Plot) => string; readonly book: (plot: Plot) => string };
}

/** How long, in milliseconds, the dice roll. */
const rollMs = 1000;
const names: Readonly<Record<Part, string>> = {
  genre: 'Genre',
  character: 'Character',
  setting: 'Setting',
  conflict: 'Conflict',
};
/** The rolled plot, kept until the tab closes. */
const plotStore = new SessionStore<Plot>({
  persistence: { name: 'plot', toJson: (plot) => plot, fromJson: (json) => json as Plot },
});

/** Rolls a random genre, character, setting and conflict. */
export function PlotDice({ random = Math.random, toolLinks }: Props) {
  const plot = useSessionValue(plotStore, 'plot') ?? null;
  const [kept, setKept] = useState<ReadonlySet<Part>>(new Set());
  const [isRolling, setRolling] = useState(false);
  useEffect(() => {
    if (!isRolling) return undefined;
    const timer = setTimeout(() => {
      plotStore.set('plot', roll(random, plotStore.get('plot') ?? null, kept));
      setRolling(false);
    }, rollMs);
    return () => clearTimeout(timer);
  }, [isRolling, kept, random]);
  const toggle = (part: Part) =>
    setKept((before) => new Set(before.has(part) ? [...before].filter((each) => each !== part) : [...before, part]));
  return (
    <div className={styles['tool']}>
      <Dice plot={plot} kept={kept} isRolling={isRolling} onToggle={toggle} />
      <div className={styles['actions']}>
        <PlainButton
          variant="primary"
          large
          disabled={isRolling || kept.size === parts.length}
          onClick={() => setRolling(true)}
        >
          {isRolling ? 'Rolling…' : plot === null ? 'Roll the dice' : 'Roll again'}
        </PlainButton>
        <p className={styles['note']}>
          {kept.size === parts.length
            ? 'All four are kept. Switch off Keep on one to roll again.'
            : 'Free for everyone, as often as you like.'}
        </p>
      </div>
      <div role="status" aria-busy={isRolling}>
        {plot && !isRolling && <PlotResult plot={plot} toolLinks={toolLinks} />}
      </div>
    </div>
  );
}

interface DiceProps {
  plot: Plot | null;
  kept: ReadonlySet<Part>;
  isRolling: boolean;
  onToggle: (part: Part) => void;
}

function Dice({ plot, kept, isRolling, onToggle }: DiceProps) {
  return (
    <ul role="list" className={styles['dice']} aria-label="The dice" data-rolling={isRolling}>
      {parts.map((part) => (
        <li key={part} className={styles['die']} data-kept={kept.has(part)}>
          <h3>{names[part]}</h3>
          <p data-empty={plot === null}>
            {plot === null ? '?' : part === 'genre' ? genreLabel(plot.genre) : plot[part]}
          </p>
          {plot && (
            <button
              type="button"
              aria-pressed={kept.has(part)}
              disabled={isRolling}
              aria-label={`Keep the ${names[part].toLowerCase()}`}
              onClick={() => onToggle(part)}
            >
              Keep
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function PlotResult({ plot, toolLinks }: Pick<Props, 'toolLinks'> & { plot: Plot }) {
  return (
    <section className={styles['plot']} aria-labelledby="plot-title">
      <h3 id="plot-title" className={styles['note']}>
        Your {genreLabel(plot.genre)} story begins
      </h3>
      <p className={styles['sentence']}>{plotSentence(plot)}</p>
      <div className={styles['actions']}>
        <ButtonLink to={toolLinks.titles(plot)}>Find titles for this plot</ButtonLink>
        <ButtonLink to={toolLinks.book(plot)}>Start a book with this plot</ButtonLink>
        <PlainButton variant="quiet" onClick={() => void copyText(plotSentence(plot))}>
          Copy
        </PlainButton>
      </div>
    </section>
  );
}
