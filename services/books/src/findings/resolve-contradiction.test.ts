import { describe, expect, it } from '@jest/globals';
import type { Evidence, StoryPoint } from '@inkbear/contracts/bible/entry';
import type { EntryRow, FactRow, RowChange } from '../bible/bible.ts';
import { recordValueChange, acceptFirstValue, findEntry, type KnownValues } from './resolve-contradiction.ts';

const values = {
  ...{ name: 'Mara', aliases: [] as string[], kind: 'character' as const },
  ...{ attribute: 'eyes', first: 'grey', second: 'green' },
};
const place = (chapterId: string, from: number): Evidence => ({
  ...{ chapterId, from, to: from + 5, rev: 1, quote: 'quote', state: 'found' },
});
const evidence = [place('c1', 0), place('c2', 14)] as const;
const at = (chapterId: string, position = 0): StoryPoint => ({ chapterId, at: position });
const fact = (value: string, more: Partial<FactRow> = {}): FactRow => ({
  ...{ _id: value, bookId: 'b1', userId: 'u1', entryId: 'e1', attribute: 'eyes', value, since: null, until: null },
  ...{
    modality: 'narrated',
    knownBy: null,
    evidence: [],
    status: 'accepted',
    source: 'author',
    rev: 1,
    storedBytes: 1,
  },
  ...more,
});
const known = (...facts: FactRow[]): KnownValues => ({
  subject: { id: 'e1', nameKey: 'mara', changes: [] },
  facts,
  dismissal: 'd1',
  order: new Map([
    ['c1', 0],
    ['c2', 1],
    ['c3', 2],
  ]),
});
const context = { bookId: 'b1', userId: 'u1', newId: () => 'new' };
const contradiction = { contradiction: values, evidence };
const described = (changes: readonly RowChange[]) =>
  changes.map(({ table, id, before, after }) => {
    if (table !== 'facts' || after === null) return [after === null ? 'deleted' : table, id];
    const { value, since, until, status } = after;
    return [before === null ? 'new' : 'changed', value, since, until, status];
  });
const changed = (...facts: FactRow[]) => described(recordValueChange(known(...facts), contradiction, context));
const right = (...facts: FactRow[]) => described(acceptFirstValue(known(...facts), contradiction, context));
const second = at('c2', 14);

describe('a value that changes at the second place', () => {
  it('ends the first value, however the story bible words it, and everything else that was valid there', () => {
    expect(changed(fact('gray'), fact('blue'), fact('violet', { status: 'proposed' }))).toEqual([
      ['changed', 'gray', null, second, 'accepted'],
      ['changed', 'blue', null, second, 'accepted'],
      ['new', 'green', second, null, 'accepted'],
    ]);
  });

  it('is valid until a later change begins, and facts that ended earlier stay as they are', () => {
    const [brown, past] = [fact('brown', { since: at('c3', 5) }), fact('green', { until: at('c1', 9) })];
    expect(changed(fact('grey'), brown, past)).toEqual([
      ['changed', 'grey', null, second, 'accepted'],
      ['new', 'green', second, at('c3', 5), 'accepted'],
    ]);
  });

  it('accepts what was proposed, and always has the passage where it begins as evidence', () => {
    const changes = recordValueChange(
      known(fact('grey', { status: 'proposed' }), fact('green', { since: at('c1'), status: 'locked' })),
      contradiction,
      context,
    );
    expect(described(changes)).toEqual([
      ['changed', 'grey', null, second, 'accepted'],
      ['changed', 'green', second, null, 'locked'],
    ]);
    expect((changes[1]?.after as FactRow).evidence).toEqual([evidence[1]]);
  });
});

describe('a first value that is right', () => {
  it('is accepted; the second value, even an accepted one, is deleted and never proposed again', () => {
    expect(right(fact('grey', { status: 'proposed' }), fact('green'))).toEqual([
      ['changed', 'grey', null, null, 'accepted'],
      ['deleted', 'green'],
      ['dismissals', 'd1'],
    ]);
  });

  it('cannot be written while the second one is locked', () => {
    expect(() => right(fact('green', { status: 'locked' }))).toThrow(/locked/i);
  });
});

describe('the entry of a contradiction', () => {
  const entry = (name: string, ...aliases: string[]) =>
    ({ nameKey: name.toLowerCase(), searchKeys: [name, ...aliases].map((text) => text.toLowerCase()) }) as EntryRow;
  const nameOf = (entries: EntryRow[], name: string, ...aliases: string[]) =>
    findEntry(entries, { ...values, name, aliases })?.nameKey;

  it('finds the entry by name, otherwise by an unambiguous alias', () => {
    const [mara, tom] = [entry('Mara', 'Venn'), entry('Tom', 'Venn')];
    expect(nameOf([mara, tom], 'mara')).toBe('mara');
    expect(nameOf([mara, tom], 'Mara Venn', 'Mara')).toBe('mara');
    expect(nameOf([mara, tom], 'Venn')).toBeUndefined();
    expect(nameOf([mara, tom], 'Ida')).toBeUndefined();
  });
});
