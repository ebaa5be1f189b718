import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { memo, useState } from 'react';
import type { Comparison, Piece } from '../comparison.ts';
import { useIncrementalCount } from '../hooks/use-incremental-count.ts';
import styles from './compare-sheet.module.css';

const number = (value: number) => value.toLocaleString('en-GB');

/** The word counts of a comparison, and the text with its changes. */
export function ComparisonView({ comparison: { pieces, added, removed } }: { comparison: Comparison }) {
  const shown = useIncrementalCount(pieces.length);
  if (added === 0 && removed === 0 && pieces.every(({ kind }) => kind === 'same' || kind === 'folded'))
    return (
      <p role="status" className={styles['note']}>
        Both texts are the same.
      </p>
    );
  return (
    <>
      <p role="status" className={styles['sum']}>
        <ins>+{number(added)}</ins> <del>−{number(removed)}</del> words
      </p>
      <div
        className={styles['text']}
        tabIndex={0}
        role="group"
        aria-label="What changed"
        aria-busy={shown < pieces.length}
      >
        {pieces.slice(0, shown).map((piece, at) => (
          <PieceView key={at} piece={piece} />
        ))}
      </div>
    </>
  );
}

function PieceText({ piece }: { piece: Piece }) {
  const [isUnfolded, setUnfolded] = useState(false);
  if (piece.kind === 'added') return <ins>{piece.text}</ins>;
  if (piece.kind === 'removed') return <del>{piece.text}</del>;
  if (piece.kind === 'folded' && !isUnfolded)
    return (
      <button type="button" className={styles['fold']} onClick={() => setUnfolded(true)}>
        {wordsText(piece.words)} unchanged
      </button>
    );
  return <span>{piece.text}</span>;
}
const PieceView = memo(PieceText);
