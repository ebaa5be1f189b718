import { attributes, type EntryKind } from '@inkbear/contracts/bible/attributes';
import { attributeName, kindNames } from '@inkbear/contracts/bible/names';
import type { BibleEntry, BibleFact } from '@inkbear/contracts/bible/entry';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';

export const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }));

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
