import { describe, expect, it } from '@jest/globals';
import { diffToChanges } from '@inkbear/prose/changes';
import { countWords } from '@inkbear/prose/word-count';
import fc from 'fast-check';
import { decideSave, decideSettle } from './decide-save.ts';
import { headOf } from './manuscript.ts';
import { newNote, noteNoun, type NoteRow } from './testing/notes.ts';

const now = new Date('2026-11-21T10:00:00Z');
const edit = (before: NoteRow, after: string, mayWait = true) => decideSave(noteNoun, before, { text: { text: after, changes: diffToChanges(before.content, after), changeId: `to-${after.length}`, kind: 'autosave', origins: [] }, mayWait, now, timeZone: 'UTC' });
const after = (count: number): NoteRow => Array.from({ length: count }).reduce<NoteRow>((note) => edit(note, `${note.content}x`).after, newNote());

describe('a save', () => {
  it('of text raises revision and word count and says what changed', () => {
    const { after: saved, change, settles } = edit(newNote(), 'two words');
    expect(saved).toMatchObject({ content: 'two words', rev: 2, version: 2, wordCount: 2, isComplete: false, updatedAt: now, thinAt: new Date('2026-11-22T10:30:00Z') });
    expect(change).toMatchObject({ rev: 2, changeId: 'to-9', changes: '[[0,"two words"]]', wordCount: 2, bytes: 17 });
    expect([settles, saved.recent]).toEqual([false, [change]]);
  });

  it('of fields leaves the revision alone', () => {
    const { after: saved, change, settles } = decideSave(noteNoun, newNote(), { fields: { title: 'New' }, now, timeZone: 'UTC' });
    expect([saved.title, saved.rev, saved.version, change, settles]).toEqual(['New', 1, 2, null, false]);
  });

  it('waits in the head until there are 32 KB of them', () => {
    const full = after(98);
    expect([full.recent.length, full.recent[0]?.rev, edit(full, 'next').settles, edit(full, 'next').after.recent]).toEqual([98, 2, true, []]);
    const large = edit(newNote(), 'l'.repeat(32 * 1024 - 8));
    expect([large.settles, edit(large.after, 'x').settles]).toEqual([false, true]);
    expect(edit(newNote(), 'l'.repeat(33 * 1024)).settles).toBe(true);
  });

  it('of a hundredth revision or of a whole text does not wait', () => {
    expect([98, 99, 100].map((rev) => edit(newNote({ rev }), 'x').settles)).toEqual([false, true, false]);
    expect(edit(newNote(), 'x', false).settles).toBe(true);
  });

  it('keeps stored text and waiting changes together the head text, and its words exactly counted', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\u00a0', '🐻', '-'), maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 10 }).map((text) => text.replaceAll('\r', ''))), { maxLength: 8 }), (texts) => {
      let note = newNote();
      for (const text of texts) {
        note = edit(note, text).after;
        expect([note.wordCount, note.content]).toEqual([countWords(text), text]);
        expect(headOf({ ...note, content: '' }).content).toBe(text);
      }
    }), { numRuns: 300 });
  });
});

it('settling changes nothing that anybody can see', () => {
  const note = after(3);
  const { after: settled, change } = decideSettle(note);
  expect([settled, change]).toEqual([{ ...note, recent: [], version: note.version + 1 }, null]);
});
