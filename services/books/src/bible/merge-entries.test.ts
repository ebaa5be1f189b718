import { describe, expect, it } from '@jest/globals';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { type EntryRow, type FactRow, nameKeyOf, type RelationRow, type RowChange } from './bible.ts';
import { decideMerge, type MergedRows } from './merge-entries.ts';

const row = { bookId: 'b1', userId: 'u1', rev: 1, storedBytes: 300, status: 'accepted', source: 'author' } as const;
const entry = (id: string, name: string, fields: Partial<EntryRow> = {}): EntryRow => ({
  ...row,
  _id: id,
  kind: 'character',
  name,
  aliases: [],
  summary: '',
  notes: '',
  tracked: true,
  caseSensitive: false,
  inPrompt: 'auto',
  nameKey: nameKeyOf(name),
  searchKeys: [nameKeyOf(name)],
  ...fields,
});
const fact = (id: string, entryId: string, value: string, fields: Partial<FactRow> = {}): FactRow => ({
  ...row,
  _id: id,
  entryId,
  attribute: 'eyes',
  value,
  since: null,
  until: null,
  modality: 'narrated',
  knownBy: null,
  evidence: [],
  ...fields,
});
const relation = (id: string, fromId: string, toId: string, type = 'knows'): RelationRow => ({
  ...row,
  _id: id,
  fromId,
  toId,
  type,
  since: null,
  until: null,
  evidence: [],
});
const quote = (at: number): FactRow['evidence'][number] => ({
  chapterId: 'c1',
  rev: 1,
  from: at,
  to: at + 4,
  quote: 'grey',
  state: 'found',
});
const from = entry('from', 'Mara', { aliases: ['M.'], notes: 'Theirs.', summary: 'A smith.' });
const into = entry('into', 'Mara Venn', { aliases: ['Venn', 'mara'], notes: 'Mine.' });
const merge = (rows: Partial<MergedRows> = {}): Map<string, RowChange> =>
  new Map(
    decideMerge({ from, into, facts: [], relations: [], referring: { facts: [], entries: [] }, ...rows }).map(
      (change) => [change.id, change],
    ),
  );
const after = (changes: Map<string, RowChange>, id: string) => changes.get(id)?.after;

describe('a merge of two entries', () => {
  it('moves names, and the texts that the other entry lacks, to it', () => {
    const changes = merge();
    expect(after(changes, 'from')).toBeNull();
    expect(after(changes, 'into')).toMatchObject({
      name: 'Mara Venn',
      aliases: ['Venn', 'Mara', 'M.'],
      summary: 'A smith.',
      notes: 'Mine.\n\nTheirs.',
    });
  });

  it('refuses too many names and too long notes', () => {
    const aliases = Array.from({ length: bibleLimits.aliases }, (_one, index) => `Name ${index}`);
    expect(() => merge({ into: entry('into', 'Ida', { aliases }) })).toThrow(/30 aliases/);
    expect(() => merge({ into: entry('into', 'Ida', { notes: 'x'.repeat(bibleLimits.notes) }) })).toThrow(/too long/);
  });

  it('moves facts, and joins those that both entries have', () => {
    const changes = merge({
      facts: [
        fact('f1', 'from', 'GREY', { evidence: [quote(1), quote(9)], status: 'locked' }),
        fact('f2', 'from', 'green'),
        fact('f3', 'into', 'grey', { evidence: [quote(1)], status: 'proposed' }),
      ],
    });
    expect(after(changes, 'f1')).toBeNull();
    expect(after(changes, 'f2')).toMatchObject({ entryId: 'into' });
    expect(after(changes, 'f3')).toMatchObject({ status: 'locked', evidence: [quote(1), quote(9)] });
  });

  it('keeps at most twenty quotes', () => {
    const evidence = Array.from({ length: 15 }, (_one, at) => quote(at));
    const others = Array.from({ length: 15 }, (_one, at) => quote(100 + at));
    const facts = [fact('f1', 'from', 'grey', { evidence }), fact('f2', 'into', 'grey', { evidence: others })];
    expect((after(merge({ facts }), 'f2') as FactRow).evidence).toHaveLength(bibleLimits.evidence);
  });

  it('moves relations, and deletes those between both entries and those that exist already', () => {
    const changes = merge({
      relations: [
        relation('r1', 'from', 'into'),
        relation('r2', 'ida', 'from'),
        relation('r3', 'from', 'ida', 'Fears'),
        relation('r4', 'into', 'ida', 'fears'),
      ],
    });
    expect([after(changes, 'r1'), after(changes, 'r3'), changes.has('r4')]).toEqual([null, null, false]);
    expect(after(changes, 'r2')).toMatchObject({ fromId: 'ida', toId: 'into' });
  });

  it('changes what other rows say of the merged entry', () => {
    const facts = [fact('f1', 'ida', 'grey', { holderId: 'from', knownBy: ['from', 'into', 'ida'] })];
    const later = entry('later', 'The Flood', { kind: 'event', when: { relativeTo: { eventId: 'from', days: 3 } } });
    const changes = merge({ referring: { facts, entries: [later] } });
    expect(after(changes, 'f1')).toMatchObject({ entryId: 'ida', holderId: 'into', knownBy: ['into', 'ida'] });
    expect(after(changes, 'later')).toMatchObject({ when: { relativeTo: { eventId: 'into', days: 3 } } });
  });

  it('drops a relative date that would refer to the entry itself', () => {
    const dated = entry('into', 'Flood', {
      kind: 'event',
      when: { weekday: 2, relativeTo: { eventId: 'from', days: 3 } },
    });
    const changes = merge({ into: dated, referring: { facts: [], entries: [dated] } });
    expect((after(changes, 'into') as EntryRow).when).toEqual({ weekday: 2 });
    const before = entry('from', 'Storm', { kind: 'event', when: { relativeTo: { eventId: 'into', days: 3 } } });
    expect((after(merge({ from: before }), 'into') as EntryRow).when).toBeUndefined();
  });
});
