import { attributes, type EntryKind } from './attributes.ts';

/** What authors read for each kind of entry. */
export const kindNames: Readonly<Record<EntryKind, string>> = {
  character: 'Character',
  place: 'Place',
  object: 'Object',
  group: 'Group',
  thread: 'Plot thread',
  rule: 'Rule of the world',
  event: 'Event',
};

/** `birthDate` is “Birth date”. */
export function attributeName(key: string): string {
  if (key === 'other') return 'Something else';
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `brother` is “brother”; an author's own words stay as they are. */
export const relationName = (type: string): string =>
  attributes.some(({ key }) => key === type) ? attributeName(type).toLowerCase() : type;
