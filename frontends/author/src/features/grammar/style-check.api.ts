import { checkStyle, type Dialect, styleTextMax } from '@inkbear/contracts/ai/style';
import type { Finding } from '@inkbear/prose/grammar/finding';
import { call } from '@inkbear/web-kit/api.ts';

/** Runs the server's deeper check. A long text is sent in pieces, split between paragraphs. */
export async function checkDeeper(text: string, dialect: Dialect, signal: AbortSignal): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { from, piece } of piecesOf(text, styleTextMax)) {
    const { issues } = await call(checkStyle, { body: { text: piece, dialect }, signal });
    found.push(
      ...issues.map((issue): Finding => ({
        ...issue,
        rule: 'deeper',
        position: { start: issue.position.start + from, end: issue.position.end + from },
      })),
    );
  }
  return found;
}

/** Pieces of at most `max` UTF-16 units; a longer paragraph is split at a space. */
export function piecesOf(text: string, max: number): { from: number; piece: string }[] {
  const pieces: { from: number; piece: string }[] = [];
  for (let from = 0; from < text.length;) {
    const end = from + max >= text.length ? text.length : findSplit(text, from, from + max);
    pieces.push({ from, piece: text.slice(from, end) });
    from = end;
  }
  return pieces;
}

function findSplit(text: string, from: number, limit: number): number {
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, limit - 1);
    if (at > from) return at + 1;
  }
  const isInsideCharacter = text.charCodeAt(limit) >= 0xdc00 && text.charCodeAt(limit) <= 0xdfff;
  return isInsideCharacter ? limit - 1 : limit;
}
