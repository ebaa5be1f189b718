/**
 * The sentences of a text in order, each trimmed, with its closing marks and quotes; runs of white space become one
 * blank. Marks before the first word are dropped. Linear in the length of the text: a sentence without an end is
 * matched once as a whole, while a pattern that requires an end would search for it from every character.
 */
export function sentencesOf(text: string): string[] {
  const found = text.replaceAll(/\s+/g, ' ').match(/[^.!?…]+(?:[.!?…]+["”’]?)?/g) ?? [];
  return found.map((sentence) => sentence.trim()).filter(Boolean);
}

/** The text without full stops, question and exclamation marks at its end. */
export function withoutFinalMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '.!?'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
