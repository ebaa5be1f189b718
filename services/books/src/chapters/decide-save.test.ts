import { describe, expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import { newChapter, planChapters } from './chapter.ts';
import { decideSave } from './decide-save.ts';

const now = new Date('2026-11-21T10:00:00Z');
const empty = newChapter({ id: 'c', bookId: 'b', userId: 'u', madeUnder: 'free', chapterNumber: 1, title: 'T', at: now });
const text = (before: string, after: string) => ({ text: after, changes: diffToChanges(before, after), changeId: 'change-1', kind: 'autosave' as const, origins: [], timeZone: 'UTC' });

describe('a save', () => {
  it('of text raises revision and word count and says what changed', () => {
    const { after, change, report, wantsSnapshot } = decideSave(empty, { text: text('', 'two words'), now });
    expect(after).toMatchObject({ content: 'two words', rev: 2, version: 2, wordCount: 2, isComplete: false, updatedAt: now, progressDueAt: null });
    expect(change).toMatchObject({ _id: 'c:change-1', rev: 2, changes: '[[0,"two words"]]', wordCount: 2, bytes: 17 });
    expect([report, wantsSnapshot]).toEqual([{ localDate: '2026-11-21', typedWords: 2, otherWords: 0 }, false]);
    expect(decideSave({ ...empty, rev: 99 }, { text: text('', 'x'), now }).wantsSnapshot).toBe(true);
  });

  it('of fields leaves the revision alone', () => {
    const { after, change } = decideSave(empty, { fields: { title: 'New', flaggedComplete: true }, now });
    expect([after.title, after.rev, after.version, after.isComplete, change]).toEqual(['New', 1, 2, true, null]);
  });

  it('completes a chapter that meets its target, and opens it again when words go', () => {
    const full = decideSave({ ...empty, targetWordCount: 500 }, { text: text('', 'w '.repeat(500)), now }).after;
    expect(full.isComplete).toBe(true);
    expect(decideSave(full, { text: text(full.content, 'w'), now }).after).toMatchObject({ isComplete: false, wordCount: 1 });
  });
});

it('plans chapters by their numbers, 1…n', () => {
  expect(planChapters([{ number: 9, title: 'b' }, { number: 4, title: 'a' }])).toEqual([{ title: 'a', chapterNumber: 1 }, { title: 'b', chapterNumber: 2 }]);
  expect(planChapters(undefined)).toEqual([{ title: 'Chapter 1', chapterNumber: 1 }]);
});
