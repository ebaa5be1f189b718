/** At most this many UTF-16 units at the end of the text are searched. */
const maxReadUnits = 600;
/** At most this many UTF-16 units are returned, without the ellipsis. */
const maxShownUnits = 180;

/** The last sentence of a text, or its end if it is long. Empty for an empty text. */
export function lastSentence(text: string): string {
  const end = text.trimEnd().slice(-maxReadUnits);
  const paragraph = end.split(/\n+/).at(-1)?.trim() ?? '';
  const sentences = paragraph.match(/[^.!?…]+(?:[.!?…]+["'”’)]*)?/g) ?? [];
  const last = (sentences.at(-1) ?? paragraph).trim();
  if (last.length <= maxShownUnits) return last;
  return `… ${last.slice(-maxShownUnits).replace(/^\S*\s+/, '')}`;
}
