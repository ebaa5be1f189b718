import { attributes, type EntryKind } from '@inkbear/contracts/bible/attributes';
import type { BibleEntry, BibleFact } from '@inkbear/contracts/bible/entry';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';

export const kindNames: Readonly<Record<EntryKind, string>> = {
  character: 'Character',
  place: 'Place',
  object: 'Object',
  group: 'Group',
  thread: 'Plot thread',
  rule: 'Rule of the world',
  event: 'Event',
};
export const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }));

/** `birthDate` is “Birth date”. */
export function attributeName(key: string): string {
  if (key === 'other') return 'Something else';
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `brother` is “brother”; an author's own words stay as they are. */
export const relationName = (type: string): string =>
  attributes.some(({ key }) => key === type) ? attributeName(type).toLowerCase() : type;

/** What can be known about an entry of this kind, except other entries, which are relations. */
export const attributeOptions = (kind: EntryKind) =>
  attributes
    .filter(({ kinds, normaliser }) => kinds.includes(kind) && normaliser !== 'entry')
    .map(({ key }) => ({ value: key, label: attributeName(key) }));

/** Aliases are typed with commas between them. */
export const toAliases = (text: string): string[] =>
  text
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '');

/** Whether the beginning of a name or alias, or of one of its words, was typed. */
export function matchesSearch({ name, aliases }: Pick<BibleEntry, 'name' | 'aliases'>, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return [name, ...aliases].some((text) => {
    const lower = text.toLowerCase();
    return lower.startsWith(wanted) || lower.includes(` ${wanted}`);
  });
}

const chapterName = (chapters: readonly ChapterItem[], id: string): string => {
  const number = chapters.find((chapter) => chapter.id === id)?.chapterNumber;
  return number === undefined ? 'a deleted chapter' : `chapter ${number}`;
};

/** Where a fact begins and ends; '' for one that is always true. */
export function validityText(
  { since, until }: Pick<BibleFact, 'since' | 'until'>,
  chapters: readonly ChapterItem[],
): string {
  const begins = since && `from ${chapterName(chapters, since.chapterId)}`;
  const ends = until && `until ${chapterName(chapters, until.chapterId)}`;
  return [begins, ends].filter(Boolean).join(' ');
}
