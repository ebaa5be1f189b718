import { diffWords } from '@inkbear/prose/word-diff';
import { useMemo } from 'react';
import { StyledPart, type StyledText, toStyledText } from './styled-part.tsx';

/** A part of a text. */
export interface TextPart {
  readonly source: StyledText;
  readonly from: number;
  readonly to: number;
}

/**
 * The words that were removed and added between two parts of texts. Its container has the class of `diff.module.css`.
 */
export function WordDiff({ before, after }: { before: TextPart; after: TextPart }) {
  const [old, fresh] = [
    before.source.text.slice(before.from, before.to),
    after.source.text.slice(after.from, after.to),
  ];
  const parts = useMemo(() => diffWords(old, fresh), [old, fresh]);
  let [beforeAt, afterAt] = [before.from, after.from];
  return parts.map(({ kind, text }, at) => {
    const from = kind === 'removed' ? beforeAt : afterAt;
    if (kind !== 'added') beforeAt += text.length;
    if (kind !== 'removed') afterAt += text.length;
    const part = (
      <StyledPart source={kind === 'removed' ? before.source : after.source} from={from} to={from + text.length} />
    );
    if (kind === 'removed') return <del key={at}>{part}</del>;
    if (kind === 'added') return <ins key={at}>{part}</ins>;
    return <span key={at}>{part}</span>;
  });
}

const toWholePart = (text: string): TextPart => ({ source: toStyledText(text), from: 0, to: text.length });

/** The word diff of two whole texts. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const old = useMemo(() => toWholePart(before), [before]);
  const fresh = useMemo(() => toWholePart(after), [after]);
  return <WordDiff before={old} after={fresh} />;
}
