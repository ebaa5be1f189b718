import { describe, expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import type { OriginSpan } from '@inkbear/prose/origins';
import { countWords } from '@inkbear/prose/word-count';
import fc from 'fast-check';
import { type Change, quotaBytes } from './change.ts';
import { decideSave, decideFlush } from './decide-save.ts';
import { readStoredHead, type SaveContext } from './manuscript.ts';
import { newNote, noteKind, type NoteRow } from './testing/notes.ts';

const now = new Date('2026-11-21T10:00:00Z');
const edit = (before: NoteRow, after: string, mayDefer = true) =>
  decideSave(noteKind, before, {
    text: {
      text: after,
      changes: diffToChanges(before.content, after),
      changeId: `to-${after.length}`,
      kind: 'autosave',
      origins: [],
    },
    mayDefer,
    now,
    timeZone: 'UTC',
  });

describe('decideSave', () => {
  it('increments revision and word count and creates a change when the text changes', () => {
    const { after: saved, change, isFlush } = edit(newNote(), 'two words');
    expect(saved).toMatchObject({
      content: 'two words',
      rev: 2,
      version: 2,
      wordCount: 2,
      isComplete: false,
      updatedAt: now,
      compactAt: new Date('2026-11-22T10:30:00Z'),
    });
    expect(change).toMatchObject({ rev: 2, changeId: 'to-9', changes: '[[0,"two words"]]', wordCount: 2, bytes: 17 });
    expect(isFlush).toBe(false);
  });

  it('keeps the revision when only fields change', () => {
    const {
      after: saved,
      change,
      isFlush,
    } = decideSave(noteKind, newNote(), { fields: { title: 'New' }, now, timeZone: 'UTC' });
    expect([saved.title, saved.rev, saved.version, change, isFlush]).toEqual(['New', 1, 2, null, false]);
  });

  it('keeps a change of up to 1,024 bytes pending', () => {
    const [longest, tooLong] = [1016, 1017].map((length) => edit(newNote(), 'l'.repeat(length)));
    expect([longest?.change?.bytes, longest?.isFlush, tooLong?.isFlush]).toEqual([1024, false, true]);
    expect(edit(newNote(), '漢'.repeat(400)).isFlush).toBe(true);
  });

  it('flushes every hundredth revision and every whole text', () => {
    expect([98, 99, 100].map((rev) => edit(newNote({ rev }), 'x').isFlush)).toEqual([false, true, false]);
    expect(edit(newNote(), 'x', false).isFlush).toBe(true);
  });

  it('keeps stored text plus pending changes equal to the current text, with an exact word count', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\u00a0', '🐻', '-'), maxLength: 30 }),
            fc.string({ unit: 'binary', maxLength: 10 }).map((text) => text.replaceAll('\r', '')),
          ),
          { maxLength: 8 },
        ),
        (texts) => {
          let note = newNote();
          const recent: Change[] = [];
          for (const text of texts) {
            const decision = edit(note, text);
            note = decision.after;
            if (decision.change) recent.push(decision.change);
            expect([note.wordCount, note.content]).toEqual([countWords(text), text]);
            expect(readStoredHead({ ...note, thinAt: note.compactAt, content: '', recent })).toEqual(note);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('decideFlush changes only the version of the head', () => {
  const note = newNote({ content: 'text', rev: 3 });
  expect(decideFlush(note)).toEqual({
    before: note,
    after: { ...note, version: note.version + 1 },
    change: null,
    isFlush: true,
    storedDelta: 0,
    fieldDelta: 0,
    hasSnapshot: false,
  });
});

it('decideSave counts the bytes of fields that a kind shortens itself', () => {
  const before = newNote({ title: 'Long', content: 'a', fieldBytes: 4 });
  const shortening = { ...noteKind, derive: () => ({ isComplete: false, title: 'L', fieldBytes: 1 }) };
  const { after, fieldDelta, storedDelta, change } = decideSave(shortening, before, {
    text: { text: '', changes: diffToChanges('a', ''), changeId: 'shorter', kind: 'autosave', origins: [] },
    now,
    timeZone: 'UTC',
  });
  expect([after.title, after.fieldBytes, fieldDelta]).toEqual(['L', 1, -3]);
  expect(change && storedDelta - quotaBytes(change)).toBe(fieldDelta - 1);
});

describe('decideSave for a kind that counts words by origin', () => {
  const counted: { typed: number; ai: number; removed: number; removedNotTyped: number }[] = [];
  const manuscriptKind = {
    ...noteKind,
    countsOrigins: true,
    derive: (after: NoteRow, context: SaveContext) => {
      if (context.words) counted.push(context.words);
      return noteKind.derive(after, context);
    },
  };
  const save = (before: NoteRow, after: string, origins: OriginSpan[] = []) =>
    decideSave(manuscriptKind, before, {
      text: {
        text: after,
        changes: diffToChanges(before.content, after),
        changeId: `to-${after.length}`,
        kind: 'autosave',
        origins,
      },
      now,
      timeZone: 'UTC',
    }).after;

  it('recognises removed words as not typed after edits around them', () => {
    let note = save(newNote(), 'I typed this.');
    expect(note.notTyped).toBeUndefined();
    note = save(note, 'I typed this. AI wrote that.', [{ from: 13, to: 28, kind: 'ai', resultId: 'r1' }]);
    note = save(note, 'Now I typed this. AI wrote that.');
    expect(note.notTyped).toEqual([{ from: 17, to: 32, kind: 'ai' }]);
    note = save(note, 'Now I typed this.');
    expect([counted.at(-1), note.notTyped]).toMatchObject([{ typed: 0, removed: 3, removedNotTyped: 3 }, []]);
  });

  it('counts no words of a text that only moves, and its origins move along', () => {
    const before = newNote({ content: 'Mine. ', wordCount: 1 });
    const origins: OriginSpan[] = [{ from: 6, to: 12, kind: 'ai' }];
    const [text, counts] = ['Mine. Moved.', counted.length];
    const { after, change } = decideSave(manuscriptKind, before, {
      text: {
        text,
        changes: diffToChanges(before.content, text),
        changeId: 'moved',
        kind: 'replace',
        origins,
        isMove: true,
      },
      now,
      timeZone: 'UTC',
    });
    expect([counted.length, after.wordCount, after.notTyped, change?.origins]).toEqual([counts, 2, origins, origins]);
  });

  it('keeps the longest spans up to the limit', () => {
    const words = Array.from({ length: 1200 }, (_, at) => (at % 2 === 0 ? 'mine' : at < 600 ? 'ai' : 'longer'));
    const text = words.join(' ');
    let from = 0;
    const origins: OriginSpan[] = [];
    for (const word of words) {
      if (word !== 'mine') origins.push({ from, to: from + word.length, kind: 'ai' });
      from += word.length + 1;
    }
    const { notTyped = [] } = save(newNote(), text, origins);
    expect([notTyped.length, notTyped.filter((span) => span.to - span.from === 6).length]).toEqual([500, 300]);
    expect(notTyped.every((span, at) => at === 0 || (notTyped[at - 1]?.to ?? 0) <= span.from)).toBe(true);
  });
});
