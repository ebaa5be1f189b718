/** UTF-16 units that are read, and that are shown at most. */
const maxReadUnits = 600;
const shown = 180;

/** The last sentence of a text, or its end if it is long. Empty for an empty text. */
export function lastSentence(text: string): string {
  const end = text.trimEnd().slice(-maxReadUnits);
  const paragraph = end.split(/\n+/).at(-1)?.trim() ?? '';
  const sentences = paragraph.match(/[^.!?…]+(?:[.!?…]+["'”’)]*)?/g) ?? [];
  const last = (sentences.at(-1) ?? paragraph).trim();
  if (last.length <= shown) return last;
  return `… ${last.slice(-shown).replace(/^\S*\s+/, '')}`;
}
