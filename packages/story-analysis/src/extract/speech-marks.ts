import type { Token } from './token.ts';
import { wordList } from './word-list.ts';

const pairs = new Map([
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['"', '"'],
]);
const singles = wordList("‘ '");
const dashes = wordList('— – ―');
const speechEnds = wordList(', . ! ? … — –');

/**
 * Marks the tokens of a paragraph that are direct speech: between double or single, straight or curly quotation marks, or
 * after a dash at its beginning. Speech that is not closed goes to the end of the paragraph.
 */
export function markSpeech(tokens: readonly Token[]): void {
  const first = tokens[0];
  if (first && dashes.has(first.text)) {
    for (const token of tokens.slice(1)) token.isSpoken = true;
    return;
  }
  const singleEnds = findSingleEnds(tokens);
  let [end, until]: [string | null, number] = [null, -1];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    if (end !== null || at < until) {
      if (token.text === end) end = null;
      else if (at !== until) token.isSpoken = true;
      continue;
    }
    end = pairs.get(token.text) ?? null;
    const singleEnd = singleEnds[at];
    if (end === null && singleEnd !== undefined && opensSingle(tokens, at)) until = singleEnd;
  }
}

function opensSingle(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token || !singles.has(token.text) || next?.from !== token.to) return false;
  return !before || before.to < token.from || dashes.has(before.text);
}

/** Of each token, the place of the next single mark that closes speech: it directly follows a mark such as a comma. */
function findSingleEnds(tokens: readonly Token[]): (number | undefined)[] {
  const ends: (number | undefined)[] = [];
  let next: number | undefined;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    ends[at] = next;
    const [before, token] = [tokens[at - 1], tokens[at]];
    const isEnd = token !== undefined && (token.text === '’' || token.text === "'");
    if (isEnd && before?.to === token.from && speechEnds.has(before.text)) next = at;
  }
  return ends;
}
