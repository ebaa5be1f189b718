import { diffWords } from '@inkbear/prose/word-diff';
import { useMemo } from 'react';

/** The words that were removed and added between two texts. Its container has the class of `diff.module.css`. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return parts.map(({ kind, text }, at) => {
    if (kind === 'removed') return <del key={at}>{text}</del>;
    if (kind === 'added') return <ins key={at}>{text}</ins>;
    return <span key={at}>{text}</span>;
  });
}
