import { type Block, isSeparatedByBlanks, parseBlocksOfPart, styledLines } from '@inkbear/prose/marks/blocks';
import { parseSpans, type Span } from '@inkbear/prose/marks/spans';
import type { TextRange } from '@inkbear/prose/text-edit';
import { Fragment, memo, useEffect, useMemo, useRef } from 'react';
import styles from './rendered-markup.module.css';
import { Emphasis } from './styled-part.tsx';

/**
 * A text as it will be printed: paragraphs, headings, scene breaks and emphasis, without their marks. `marked` is
 * highlighted and scrolled into view; its positions are those in the text.
 */
export function RenderedMarkup({ text, marked = null }: { text: string; marked?: TextRange | null }) {
  const blocks = useMemo(() => renderedBlocks(text), [text]);
  return blocks.map(({ kind, level, source, from, isIndented }, at) => {
    const isMarked = marked !== null && marked.from < from + source.length && marked.to > from;
    if (kind === 'scene-break')
      return (
        <p key={at} className={styles['break']} role="separator">
          {source}
        </p>
      );
    return (
      <Passage
        key={at}
        source={source}
        level={level}
        isIndented={isIndented}
        markedFrom={isMarked ? Math.max(0, marked.from - from) : -1}
        markedTo={isMarked ? marked.to - from : -1}
      />
    );
  });
}

interface RenderedBlock {
  readonly kind: Block['kind'];
  /** Of a heading, 1 to 6; 0 otherwise. */
  readonly level: number;
  readonly source: string;
  readonly from: number;
  readonly isIndented: boolean;
}

function renderedBlocks(text: string): RenderedBlock[] {
  const blocks = parseBlocksOfPart(text, isSeparatedByBlanks(text.split('\n')));
  return blocks.map((block, index) => ({
    kind: block.kind,
    level: block.kind === 'heading' ? block.level : 0,
    source: text.slice(block.range.from, block.range.to),
    from: block.range.from,
    isIndented: blocks[index - 1]?.kind === 'paragraph',
  }));
}

interface PassageProps {
  source: string;
  level: number;
  isIndented: boolean;
  /** The highlighted part of the source; -1 without one. */
  markedFrom: number;
  markedTo: number;
}

/** A paragraph or a heading. */
function PassageText({ source, level, isIndented, markedFrom, markedTo }: PassageProps) {
  const highlight = useRef<HTMLParagraphElement>(null);
  // Newer browsers return a promise, which an effect must not return.
  useEffect(() => {
    highlight.current?.querySelector('mark')?.scrollIntoView?.({ block: 'nearest' });
  }, [markedFrom, markedTo]);
  const lines = useMemo(() => linesOf(source), [source]);
  const content = lines.map((spans, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {spans.flatMap((span) => divide(span, markedFrom, markedTo)).map((part) => styledPart(source, part))}
    </Fragment>
  ));
  // The page's own headings come before those of the text.
  if (level > 0)
    return (
      <p
        ref={highlight}
        className={styles['heading']}
        data-level={level}
        role="heading"
        aria-level={Math.min(6, level + 2)}
      >
        {content}
      </p>
    );
  return (
    <p ref={highlight} className={styles['paragraph']} data-indented={isIndented}>
      {content}
    </p>
  );
}
const Passage = memo(PassageText);

/** The visible spans of each line, without marks. */
function linesOf(source: string): Span[][] {
  const lines = parseBlocksOfPart(source, true).flatMap(styledLines);
  const spans = parseSpans(source, lines).filter(({ kind }) => kind === 'text');
  return lines.map((line) => spans.filter(({ from }) => from >= line.from && from < line.to));
}

interface Part extends Span {
  readonly isMarked: boolean;
}

/** Divides a span at the ends of the highlighted part. */
function divide(span: Span, markedFrom: number, markedTo: number): Part[] {
  const [from, to] = [Math.max(span.from, markedFrom), Math.min(span.to, markedTo)];
  if (markedFrom < 0 || from >= to) return [{ ...span, isMarked: false }];
  return [
    { ...span, to: from, isMarked: false },
    { ...span, from, to, isMarked: true },
    { ...span, from: to, isMarked: false },
  ].filter((part) => part.from < part.to);
}

function styledPart(source: string, part: Part) {
  const styled = <Emphasis style={part}>{source.slice(part.from, part.to)}</Emphasis>;
  return part.isMarked ? (
    <mark key={part.from} className={styles['marked']}>
      {styled}
    </mark>
  ) : (
    <Fragment key={part.from}>{styled}</Fragment>
  );
}
