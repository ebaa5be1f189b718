/**
 * The sentences of a text in order, each trimmed, with its final punctuation and closing quote. White space is
 * collapsed, and punctuation before the first word is dropped. Takes linear time, because the final punctuation is
 * optional in the pattern: if it were required, the pattern would search for it again from every character of an
 * unfinished sentence.
 */
export function sentencesOf(text: string): string[] {
  const sentences = text.replaceAll(/\s+/g, ' ').match(/[^.!?…]+(?:[.!?…]+["”’]?)?/g) ?? [];
  return sentences.map((sentence) => sentence.trim()).filter(Boolean);
}

/** The text with its first letter in upper case. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The text without the full stops, question marks and exclamation marks at its end. */
export function withoutFinalMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '.!?'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
