import type { TextEdit } from '../text-edit.ts';
import type { Finding } from './finding.ts';

/**
 * Whether a sentence begins after `before`: at the start of the text or of a line, after an opening mark, or after the
 * end of a sentence.
 */
function startsSentence(before: string): boolean {
  const words = before.trimEnd();
  const gap = before.slice(words.length);
  if (before === '' || gap.includes('\n') || /[“"‘(]$/.test(words)) return true;
  return gap !== '' && /[.!?…]['"’”)]*$/.test(words);
}

/**
 * The edit that applies a finding. If it deletes words, it also deletes their space and comma, and capitalises the next
 * word at the beginning of a sentence. Returns null when the text has changed since.
 */
export function correctionOf(
  text: string,
  { position: { start, end }, text: found, suggestion }: Finding,
): TextEdit | null {
  if (text.slice(start, end) !== found) return null;
  if (suggestion !== '') return { from: start, to: end, insert: suggestion };
  if (startsSentence(text.slice(Math.max(0, start - 40), start))) {
    const rest = /^,?[^\S\n]*(\p{Ll})?/u.exec(text.slice(end, end + 40));
    return { from: start, to: end + (rest?.[0].length ?? 0), insert: rest?.[1]?.toUpperCase() ?? '' };
  }
  const comma = /,[^\S\n]+$/.exec(text.slice(Math.max(0, start - 4), start));
  if (comma !== null && /^[.!?,;:…\n]|^$/.test(text.slice(end, end + 1)))
    return { from: start - comma[0].length, to: end, insert: '' };
  const isSpaceBefore = /[^\S\n]/.test(text.charAt(start - 1));
  if (isSpaceBefore) return { from: start - 1, to: end, insert: '' };
  return { from: start, to: /[^\S\n]/.test(text.charAt(end)) ? end + 1 : end, insert: '' };
}
