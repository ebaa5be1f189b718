import { describe, expect, it } from '@jest/globals';
import { decideSave } from '@inkbear/manuscript-store/decide-save';
import { diffToChanges } from '@inkbear/prose/changes';
import { chapterKind, newChapter, planChapters } from './chapter.ts';

const now = new Date('2026-11-21T20:00:00Z');
const empty = newChapter({
  id: 'c',
  bookId: 'b',
  userId: 'u',
  madeUnder: 'free',
  chapterNumber: 1,
  title: 'T',
  at: now,
});
const text = (before: string, after: string) => ({
  text: after,
  changes: diffToChanges(before, after),
  changeId: 'change-1',
  kind: 'autosave' as const,
  origins: [],
});
const save = (before: typeof empty, more: Omit<Parameters<typeof decideSave<typeof empty>>[2], 'now' | 'timeZone'>) =>
  decideSave(chapterKind, before, { ...more, now, timeZone: 'Pacific/Auckland' }).after;

describe('chapter', () => {
  it('is complete while it meets its target, or when its author says so', () => {
    const full = save({ ...empty, targetWordCount: 500 }, { text: text('', 'w '.repeat(500)) });
    expect(full.isComplete).toBe(true);
    expect(save(full, { text: text(full.content, 'w') })).toMatchObject({ isComplete: false, wordCount: 1 });
    expect(save(empty, { fields: { flaggedComplete: true } })).toMatchObject({
      isComplete: true,
      rev: 1,
      written: [],
      progressDueAt: null,
    });
  });

  it('counts words by the author’s local date, and schedules one report', () => {
    const first = save(empty, { text: text('', 'two words') });
    expect(first).toMatchObject({
      written: [{ localDate: '2026-11-22', typedWords: 2, otherWords: 0 }],
      progressDueAt: now,
    });
    expect(save({ ...first, progressDueAt: new Date(0) }, { text: text('two words', 'two words more') })).toMatchObject(
      { written: [{ localDate: '2026-11-22', typedWords: 3, otherWords: 0 }], progressDueAt: new Date(0) },
    );
  });

  it('moves its synopses with the text, and no longer counts that of a deleted scene', () => {
    const written = save(empty, { text: text('', 'One.\n\n***\n\nTwo.') });
    const synopses = [
      { at: 0, rev: 2, text: 'first' },
      { at: 11, rev: 2, text: 'second' },
    ];
    const described = save(written, { fields: { synopses } });
    expect(described.fieldBytes - written.fieldBytes).toBe('firstsecond'.length);
    const longer = save(described, { text: text(described.content, `Now. ${described.content}`) });
    expect([longer.synopses, longer.fieldBytes]).toEqual([
      [
        { at: 5, rev: 3, text: 'first' },
        { at: 16, rev: 3, text: 'second' },
      ],
      described.fieldBytes,
    ]);
    const shorter = save(longer, { text: text(longer.content, 'Now. One.') });
    expect([shorter.synopses, shorter.fieldBytes]).toEqual([
      [{ at: 5, rev: 3, text: 'first' }],
      longer.fieldBytes - 'second'.length,
    ]);
  });
});

it('sorts planned chapters by number and renumbers them 1…n', () => {
  expect(
    planChapters([
      { number: 9, title: 'b' },
      { number: 4, title: 'a' },
    ]),
  ).toEqual([
    { title: 'a', chapterNumber: 1 },
    { title: 'b', chapterNumber: 2 },
  ]);
  expect(planChapters(undefined)).toEqual([{ title: 'Chapter 1', chapterNumber: 1 }]);
});
