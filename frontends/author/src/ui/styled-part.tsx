import { parseBlocks, styledLines } from '@inkbear/prose/marks/blocks';
import { parseSpans, type Span } from '@inkbear/prose/marks/spans';
import { Fragment } from 'react';
import styles from './styled-part.module.css';

/** A text whose parts are shown one by one, with the styles that they have in the whole. */
export interface StyledText {
  readonly text: string;
  /** In order, without overlaps. */
  readonly spans: readonly Span[];
}

export function toStyledText(text: string): StyledText {
  const spans = parseBlocks(text).flatMap((block) => parseSpans(text, styledLines(block)));
  return { text, spans: spans.filter(({ kind, emphasis, strong }) => kind === 'mark' || emphasis || strong) };
}

/** A part of a text with emphasis as it will be printed. Its marks stay visible, so that a changed mark can be seen. */
export function StyledPart({ source: { text, spans }, from, to }: { source: StyledText; from: number; to: number }) {
  const parts = [];
  let at = from;
  for (let index = firstAfter(spans, from); at < to; index += 1) {
    const span = spans[index];
    const start = Math.min(span?.from ?? to, to);
    if (start > at) parts.push(<Fragment key={at}>{text.slice(at, start)}</Fragment>);
    if (!span || start === to) break;
    at = Math.max(at, start);
    const end = Math.min(span.to, to);
    parts.push(<SpanText key={at} span={span} text={text.slice(at, end)} />);
    at = end;
  }
  return parts;
}

const SpanText = ({ span, text }: { span: Span; text: string }) =>
  span.kind === 'mark' ? <span className={styles['mark']}>{text}</span> : <Emphasis style={span}>{text}</Emphasis>;

/** A text in the style of a span. */
export function Emphasis({ style, children }: { style: Pick<Span, 'emphasis' | 'strong'>; children: string }) {
  const stressed = style.strong ? <strong>{children}</strong> : children;
  return style.emphasis ? <em>{stressed}</em> : stressed;
}

/** The index of the first span that ends after a position. */
function firstAfter(spans: readonly Span[], position: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
