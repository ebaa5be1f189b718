import { formatNumber } from '@inkbear/web-kit/format.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { memo, useMemo, useState } from 'react';
import { StyledPart, toStyledText } from '../../../ui/styled-part.tsx';
import type { TextPart } from '../../../ui/word-diff.tsx';
import type { Comparison, Piece } from '../comparison.ts';
import { useIncrementalCount } from '../hooks/use-incremental-count.ts';
import styles from './compare-sheet.module.css';

/** The word counts of a comparison, and the text with its changes. */
export function ComparisonView({ comparison: { pieces, added, removed } }: { comparison: Comparison }) {
  const shown = useIncrementalCount(pieces.length);
  const placed = useMemo(() => placePieces(pieces), [pieces]);
  if (added === 0 && removed === 0 && pieces.every(({ kind }) => kind === 'same' || kind === 'folded'))
    return (
      <p role="status" className={styles['note']}>
        Both texts are the same.
      </p>
    );
  return (
    <>
      <p role="status" className={styles['sum']}>
        <ins>+{formatNumber(added)}</ins> <del>−{formatNumber(removed)}</del> words
      </p>
      <div
        className={styles['text']}
        tabIndex={0}
        role="group"
        aria-label="What changed"
        aria-busy={shown < pieces.length}
      >
        {placed.slice(0, shown).map(({ piece, part }, at) => (
          <PieceView key={at} piece={piece} part={part} />
        ))}
      </div>
    </>
  );
}

/** Removed pieces are parts of the old text, all others of the new one. */
function placePieces(pieces: readonly Piece[]): { piece: Piece; part: TextPart }[] {
  const textWithout = (excluded: Piece['kind']) =>
    pieces.map(({ kind, text }) => (kind === excluded ? '' : text)).join('');
  const [before, after] = [toStyledText(textWithout('added')), toStyledText(textWithout('removed'))];
  let [beforeAt, afterAt] = [0, 0];
  return pieces.map((piece) => {
    const { length } = piece.text;
    const [source, from] = piece.kind === 'removed' ? [before, beforeAt] : [after, afterAt];
    if (piece.kind !== 'added') beforeAt += length;
    if (piece.kind !== 'removed') afterAt += length;
    return { piece, part: { source, from, to: from + length } };
  });
}

function PieceText({ piece, part }: { piece: Piece; part: TextPart }) {
  const [isUnfolded, setUnfolded] = useState(false);
  if (piece.kind === 'added')
    return (
      <ins>
        <StyledPart {...part} />
      </ins>
    );
  if (piece.kind === 'removed')
    return (
      <del>
        <StyledPart {...part} />
      </del>
    );
  if (piece.kind === 'folded' && !isUnfolded)
    return (
      <button type="button" className={styles['fold']} onClick={() => setUnfolded(true)}>
        {wordsText(piece.words)} unchanged
      </button>
    );
  return (
    <span>
      <StyledPart {...part} />
    </span>
  );
}
const PieceView = memo(PieceText);
