import { describe, expect, it } from '@jest/globals';
import type { Place, TruthEntry, TruthFact } from '../books/book.ts';
import type { FoundFact, FoundName } from '../candidates.ts';
import { areaUnderCurve } from './auc.ts';
import { equalPrefix, isFactInPrompt } from './prompt-coverage.ts';
import { precisionOf, recallOf } from './score.ts';
import { scoreEvidence } from './score-evidence.ts';
import { scoreFacts } from './score-facts.ts';
import { scoreNames } from './score-names.ts';
import { scoreProblems } from './score-problems.ts';
import { countCorrectWords } from './score-words.ts';

const entry = (id: string, forms: string[], more: Partial<TruthEntry> = {}): TruthEntry => ({
  id,
  kind: 'character',
  name: forms[0] ?? '',
  forms,
  sharedForms: [],
  isOptional: false,
  ...more,
});
const entries = [
  entry('edith', ['Edith Orrin', 'Edith', 'Dr Orrin'], { sharedForms: ['Orrin'] }),
  entry('tomas', ['Tomas Orrin', 'Tomas'], { sharedForms: ['Orrin'] }),
  entry('key', ['Marrow Key'], { kind: 'object' }),
  entry('pettifer', ['Pettifer'], { isOptional: true }),
  entry('thread', [], { kind: 'thread', name: 'the lost boy' }),
];
const name = (first: string, ...aliases: string[]): FoundName => ({ name: first, aliases });

describe('the score of names', () => {
  const score = (...found: FoundName[]) => {
    const result = scoreNames(entries, found);
    return [precisionOf(result), recallOf(result)];
  };

  it('is 1 for a perfect finder, also without optional names, and 0 for an empty or a wrong one', () => {
    expect(score(name('Edith Orrin', 'Dr Orrin'), name('Tomas', 'Orrin'), name('the Marrow Key'))).toEqual([1, 1]);
    expect(score(name('Edith'), name('Tomas'), name('Marrow Key'), name('Pettifer'))).toEqual([1, 1]);
    expect(score()).toEqual([0, 0]);
    expect(score(name('Monday'), name('River'))).toEqual([0, 0]);
  });

  it('ignores optional names, whether they are found or missed', () => {
    expect(score(name('Edith'), name('Pettifer'), name('Monday'))).toEqual([1 / 2, 1 / 3]);
  });

  it.each<[string, FoundName[], number, number]>([
    ['two entries in one name', [name('Edith', 'Tomas')], 0, 0],
    ['an alias that is not a name', [name('Edith', 'Monday')], 0, 0],
    ['an entry that is split in two', [name('Edith'), name('Dr Orrin')], 1 / 2, 1 / 3],
    ['a shared surname alone', [name('Orrin')], 0, 0],
  ])('counts %s as wrong', (_title, found, precision, recall) => {
    expect(score(...found)).toEqual([precision, recall]);
  });
});

describe('the score of facts', () => {
  const place: Place = { chapter: 0, from: 0, to: 1 };
  const fact = (entryId: string, attribute: string, value: string, more: Partial<TruthFact> = {}): TruthFact => ({
    entryId,
    attribute,
    value,
    modality: 'narrated',
    place,
    isRequired: true,
    ...more,
  });
  const facts = [
    fact('edith', 'eyes', 'grey'),
    fact('edith', 'age', 'forty-three'),
    fact('key', 'owner', 'Tomas Orrin'),
    fact('tomas', 'occupation', 'bishop', { modality: 'spoken', isRequired: false }),
  ];
  const found = (entryForm: string, attribute: string, value: string, more: Partial<FoundFact> = {}): FoundFact => ({
    entry: entryForm,
    attribute,
    value,
    modality: 'narrated',
    ...more,
  });
  const score = (...claims: FoundFact[]) => {
    const result = scoreFacts({ entries, facts }, claims);
    return [precisionOf(result), recallOf(result)];
  };
  const perfect = [
    found('Edith', 'eyes', 'gray'),
    found('Dr Orrin', 'age', '43'),
    found('the Marrow Key', 'owner', 'Tomas'),
  ];

  it('is 1 for a perfect finder and 0 for an empty or a wrong one', () => {
    expect(score(...perfect)).toEqual([1, 1]);
    expect(score()).toEqual([0, 0]);
    expect(score(found('Edith', 'eyes', 'brown'), found('Tomas', 'age', '43'))).toEqual([0, 0]);
  });

  it('counts a fact once, however often it is found', () => {
    const wrong = found('Edith', 'eyes', 'brown');
    expect(score(found('Edith', 'eyes', 'grey'), found('Edith Orrin', 'eyes', 'gray'), wrong)).toEqual([1 / 2, 1 / 3]);
  });

  it('counts a lie as right only when its modality is spoken', () => {
    expect(score(...perfect, found('Tomas', 'occupation', 'a bishop', { modality: 'spoken' }))).toEqual([1, 1]);
    expect(score(...perfect, found('Tomas', 'occupation', 'bishop'))).toEqual([3 / 4, 1]);
  });

  it('counts a fact that is attributed to a shared surname as wrong', () => {
    expect(score(found('Orrin', 'eyes', 'grey'))).toEqual([0, 0]);
  });
});

describe('the score of contradictions and leftovers', () => {
  const at = (chapter: number, from: number) => ({ chapter, from, to: from + 10 });
  const planted = [
    { rule: 'tense', places: [at(0, 0)] },
    { rule: 'two-owners', places: [at(0, 100), at(1, 0)] },
  ];

  it('finds a planted one at any of its places', () => {
    const found = [
      { rule: 'tense', places: [at(0, 5)] },
      { rule: 'two-owners', places: [at(3, 0), at(1, 9)] },
    ];
    expect(scoreProblems(planted, found)).toEqual({ recalled: 2, expected: 2, falseAlarms: 0 });
    expect(scoreProblems(planted, [])).toEqual({ recalled: 0, expected: 2, falseAlarms: 0 });
    expect(scoreProblems(planted, [{ rule: 'tense', places: [at(2, 0)] }])).toMatchObject({ recalled: 0 });
  });

  it('counts a finding at another place as a false alarm, and one of another rule as not found', () => {
    const found = [
      { rule: 'tense', places: [at(0, 100)] },
      { rule: 'tense', places: [at(0, 50)] },
    ];
    expect(scoreProblems(planted, found)).toEqual({ recalled: 0, expected: 2, falseAlarms: 1 });
    expect(scoreProblems(planted, found, { anyRule: true })).toEqual({ recalled: 1, expected: 2, falseAlarms: 1 });
  });
});

describe('the area under the curve', () => {
  it('is 1 for perfect distances, 0.5 for equal and 0 for reversed ones', () => {
    expect(areaUnderCurve([1, 2], [3, 4])).toBe(1);
    expect(areaUnderCurve([1, 1], [1, 1])).toBe(0.5);
    expect(areaUnderCurve([3, 4], [1, 2])).toBe(0);
    expect(areaUnderCurve([1, 3], [2])).toBe(0.5);
  });
});

describe('the score of evidence', () => {
  const oracle = [
    { state: 'found', from: 10, to: 30 },
    { state: 'changed', from: 50, to: 80 },
    { state: 'lost', from: 0, to: 0 },
  ] as const;

  it('is perfect for the oracle, and empty without answers', () => {
    expect(scoreEvidence({ oracle }, oracle)).toEqual({ correct: 3, wrong: 0, total: 3 });
    expect(scoreEvidence({ oracle }, [])).toEqual({ correct: 0, wrong: 0, total: 3 });
  });

  it('counts a passage that is at another place or gone as wrong, and one that is lost by mistake as not right', () => {
    const wrong = [
      { state: 'found', from: 40, to: 60 },
      { state: 'lost', from: 0, to: 0 },
      { state: 'found', from: 5, to: 9 },
    ] as const;
    expect(scoreEvidence({ oracle }, wrong)).toEqual({ correct: 0, wrong: 2, total: 3 });
  });
});

describe('the score of words', () => {
  it('counts words of the right class, and missing ones as wrong', () => {
    expect(countCorrectWords(['own', 'pasted', 'edited'], ['own', 'own'])).toBe(1);
  });
});

describe('a fact in a prompt', () => {
  const fact: TruthFact = {
    entryId: 'edith',
    attribute: 'eyes',
    value: 'grey',
    modality: 'narrated',
    place: { chapter: 0, from: 0, to: 1 },
    isRequired: true,
  };
  const isThere = (prompt: string) =>
    isFactInPrompt(prompt, { fact, quotes: ['With eyes of grey she came.'], entry: entries[0] as TruthEntry });

  it.each([
    ['verbatim', 'A\n\nWith eyes of grey she came. B', true],
    ['as a line', 'Edith: eyes grey; age 43', true],
    ['in other words', 'Dr Orrin looked up. Her eyes were grey.', true],
    ['with another value', 'Edith: eyes brown', false],
    ['of another attribute', 'Edith wore a grey coat.', false],
    ['of somebody else', 'Tomas: eyes grey', false],
    ['in another line', 'Edith\neyes grey', false],
    ['too far away', `Edith ${'and so on '.repeat(40)} eyes grey`, false],
  ])('that is stated %s counts accordingly', (_title, prompt, expected) => {
    expect(isThere(prompt)).toBe(expected);
  });
});

describe('equalPrefix', () => {
  it('returns the equal share of the shorter prompt', () => {
    expect(equalPrefix('abcd', 'abxy')).toBe(0.5);
    expect(equalPrefix('abc', 'abcdef')).toBe(1);
    expect(equalPrefix('', 'abc')).toBe(0);
  });
});
