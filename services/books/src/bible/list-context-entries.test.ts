import { describe, expect, it } from '@jest/globals';
import type { EntryRow, FactRow, RelationRow } from './bible.ts';
import { toContextEntries } from './list-context-entries.ts';

const entry = (_id: string, name: string, inPrompt: EntryRow['inPrompt'] = 'auto') =>
  ({
    _id,
    kind: 'character',
    name,
    aliases: [],
    summary: '',
    tracked: true,
    caseSensitive: false,
    inPrompt,
  }) as unknown as EntryRow;
const at = (chapterId: string) => ({ chapterId, at: 0 });
const fact = (attribute: string, value: string, more: Partial<FactRow> = {}) =>
  ({ _id: value, entryId: 'mara', attribute, value, since: null, until: null, knownBy: null, ...more }) as FactRow;
const relation = (more: Partial<RelationRow> = {}) =>
  ({ _id: 'r', fromId: 'mara', toId: 'tom', type: 'sister', since: null, until: null, ...more }) as RelationRow;
const entries = [entry('mara', 'Mara'), entry('tom', 'Tom'), entry('secret', 'Secret', 'never')];
const list = (chapterId: string, facts: FactRow[], relations: RelationRow[] = []) =>
  toContextEntries({ entries, facts, relations }, { chapterId, allChapterIds: ['c1', 'c2', 'c3'] });

describe('toContextEntries', () => {
  it('leaves out notes, and entries that are never sent', () => {
    const found = list('c1', []);
    expect(found.map(({ name }) => name)).toEqual(['Mara', 'Tom']);
    expect(found.some((one) => 'notes' in one)).toBe(false);
  });

  it('returns the facts that are valid in the chapter, the most important first', () => {
    const facts = [
      fact('other', 'limps'),
      fact('hair', 'red', { until: at('c2') }),
      fact('hair', 'grey', { since: at('c2') }),
    ];
    const valuesIn = (chapterId: string) => list(chapterId, facts)[0]?.facts.map(({ value }) => value);
    expect([valuesIn('c1'), valuesIn('c2'), valuesIn('c3')]).toEqual([
      ['red', 'limps'],
      ['grey', 'limps'],
      ['grey', 'limps'],
    ]);
  });

  it('returns the names of those who know a fact', () => {
    expect(list('c1', [fact('other', 'limps', { knownBy: ['tom', 'gone'] })])[0]?.facts[0]?.knownBy).toEqual(['Tom']);
  });

  it('names no entry that is never sent', () => {
    const facts = [fact('other', 'limps', { knownBy: ['secret'] })];
    const found = list('c1', facts, [relation({ toId: 'secret' })]);
    expect(JSON.stringify(found)).not.toContain('Secret');
  });

  it('returns as many entries as fit a reply, those that are always sent first', () => {
    const long = Array.from({ length: 6 }, (_, number) => ({
      ...entry(`e${number}`, `Name ${number}`),
      summary: 'x'.repeat(1_000_000),
    }));
    const all = [...long, entry('always', 'Always', 'always')];
    const bible = { entries: all, facts: [], relations: [] };
    const found = toContextEntries(bible, { chapterId: 'c1', allChapterIds: ['c1'] });
    expect(found.map(({ name }) => name)).toEqual(['Always', 'Name 0', 'Name 1', 'Name 2', 'Name 3']);
  });

  it('returns a relation at both of its entries, while it is valid', () => {
    const relations = [relation({ since: at('c2') })];
    expect(list('c1', [], relations).flatMap((one) => one.relations)).toEqual([]);
    expect(list('c2', [], relations).map((one) => one.relations)).toEqual([
      [{ type: 'sister', otherId: 'tom', otherName: 'Tom', isReverse: false }],
      [{ type: 'sister', otherId: 'mara', otherName: 'Mara', isReverse: true }],
    ]);
  });
});
