import { describe, expect, it } from '@jest/globals';
import { factsTrueIn } from './list-compared-facts.ts';

type Fact = Parameters<typeof factsTrueIn>[0][number];
const fact = (_id: string, fields: Partial<Fact> = {}): Fact => ({
  _id,
  entryId: 'mara',
  attribute: 'eyes',
  since: null,
  until: null,
  status: 'accepted',
  modality: 'narrated',
  ...fields,
});
const at = (chapterId: string) => ({ chapterId, at: 0 });
const idsIn = (facts: readonly Fact[], chapterId: string) =>
  factsTrueIn(facts, ['c1', 'c2', 'c3', 'c4'], chapterId).map(({ _id }) => _id);

describe('factsTrueIn', () => {
  it('returns the confirmed facts that begin before the end of a chapter, and end after it', () => {
    const facts = [
      fact('always'),
      fact('since 2', { entryId: 'ida', since: at('c2') }),
      fact('until 3', { entryId: 'tom', until: at('c3') }),
      fact('since a deleted chapter', { entryId: 'ann', since: at('gone') }),
      fact('proposed', { entryId: 'bo', status: 'proposed' }),
      fact('spoken', { entryId: 'cy', modality: 'spoken' }),
    ];
    expect(idsIn(facts, 'c1')).toEqual(['always', 'until 3', 'since a deleted chapter']);
    expect(idsIn(facts, 'c2')).toEqual(['always', 'since 2', 'until 3', 'since a deleted chapter']);
    expect(idsIn(facts, 'c3')).toEqual(['always', 'since 2', 'since a deleted chapter']);
  });

  it('returns only the latest value of an attribute that has one, and both of one that may have several', () => {
    const hair = ['red', 'black'].map((_id, index) => fact(_id, { attribute: 'hair', since: at(`c${index * 2 + 1}`) }));
    expect([idsIn(hair, 'c2'), idsIn(hair, 'c4')]).toEqual([['red'], ['black']]);
    const other = hair.map((each) => ({ ...each, attribute: 'other' }));
    expect(idsIn(other, 'c4')).toEqual(['red', 'black']);
  });

  it('ends a fact where another one replaces it', () => {
    const facts = [fact('old'), fact('new', { attribute: 'other', replaces: 'old', since: at('c3') })];
    expect([idsIn(facts, 'c2'), idsIn(facts, 'c3')]).toEqual([['old'], ['new']]);
  });
});
