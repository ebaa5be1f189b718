import { useState } from 'react';
import type { Comparison } from '../comparison.ts';
import styles from './compare-sheet.module.css';

const number = (value: number) => value.toLocaleString('en-GB');

/** What came and what went. */
export function ComparisonView({ comparison: { pieces, added, removed } }: { comparison: Comparison }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  if (added === 0 && removed === 0 && pieces.every(({ kind }) => kind === 'same' || kind === 'folded')) return <p role="status" className={styles['note']}>Both texts are the same.</p>;
  return (
    <>
      <p role="status" className={styles['sum']}><ins>+{number(added)}</ins> <del>−{number(removed)}</del> words</p>
      <div className={styles['text']} tabIndex={0} role="group" aria-label="What changed">
        {pieces.map((piece, at) => {
          if (piece.kind === 'added') return <ins key={at}>{piece.text}</ins>;
          if (piece.kind === 'removed') return <del key={at}>{piece.text}</del>;
          if (piece.kind === 'folded' && !unfolded.has(at)) return <Fold key={at} words={piece.words} onOpen={() => setUnfolded(new Set(unfolded).add(at))} />;
          return <span key={at}>{piece.text}</span>;
        })}
      </div>
    </>
  );
}

function Fold({ words, onOpen }: { words: number; onOpen: () => void }) {
  return <button type="button" className={styles['fold']} onClick={onOpen}>{number(words)} {words === 1 ? 'word' : 'words'} unchanged</button>;
}
