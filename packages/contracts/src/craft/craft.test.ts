import { describe, expect, it } from '@jest/globals';
import { chapterChecklist } from './chapter-checklist.ts';
import { chapterTemplates, templateGenres } from './chapter-templates.ts';
import { characterNames, nameGenres, nameTypes } from './character-names.ts';
import { penNames } from './pen-names.ts';
import { promptGenres, writingPrompts } from './writing-prompts.ts';
import { tipGenres, writingTips } from './writing-tips.ts';

/** What stands in a list more than once, whatever its case. */
const doubles = (list: readonly string[]) => list.filter((text, at) => list.findIndex((other) => other.toLowerCase() === text.toLowerCase()) !== at);
/** A dash, quotation marks or a stop as a typewriter makes them, or room around a text. */
const isUntidy = (text: string) => text !== text.trim() || /\s{2}|['"]|\.\.\.| - /.test(text);
const textsOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf));

describe('what the craft panel knows', () => {
  it('has four beats for each of four genres, none twice', () => {
    expect(Object.keys(chapterTemplates)).toEqual([...templateGenres]);
    for (const { beats } of Object.values(chapterTemplates)) expect(beats).toHaveLength(4);
    expect(doubles(Object.values(chapterTemplates).flatMap(({ beats }) => beats.flatMap(({ title, happens }) => [title, happens])))).toEqual([]);
  });

  it('has five prompts for each of three genres and three tips for each of four, none twice', () => {
    expect([Object.keys(writingPrompts).toSorted(), Object.keys(writingTips).toSorted()]).toEqual([promptGenres.toSorted(), tipGenres.toSorted()]);
    expect(Object.values(writingPrompts).map(({ length }) => length)).toEqual([5, 5, 5]);
    expect(Object.values(writingTips).map(({ length }) => length)).toEqual([3, 3, 3, 3]);
    expect(doubles([...Object.values(writingPrompts).flat(), ...Object.values(writingTips).flat().map(({ tip }) => tip)])).toEqual([]);
    for (const tips of Object.values(writingTips)) expect(doubles(tips.map(({ category }) => category))).toEqual([]);
  });

  it('asks for opening, conflict, character, dialogue, pacing and ending', () => {
    expect(chapterChecklist.map(({ id }) => id)).toEqual(['opening', 'conflict', 'character', 'dialogue', 'pacing', 'ending']);
  });

  it('is set with proper quotation marks and dashes', () => {
    expect(textsOf([chapterTemplates, writingPrompts, writingTips, chapterChecklist, characterNames, penNames]).filter(isUntidy)).toEqual([]);
  });
});

describe('names', () => {
  it.each(nameGenres.flatMap((genre) => nameTypes.map((type) => [genre, type] as const)))('%s has at least 24 for %s, none twice', (genre, type) => {
    const list = characterNames[genre][type];
    expect(list.length).toBeGreaterThanOrEqual(24);
    expect(doubles(list)).toEqual([]);
  });

  it('for a pen name are fifty first and fifty last ones', () => {
    expect([penNames.first.length, penNames.last.length, doubles(penNames.first), doubles(penNames.last)]).toEqual([50, 50, [], []]);
  });
});
