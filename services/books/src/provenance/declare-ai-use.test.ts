import { describe, expect, it } from '@jest/globals';
import {
  type KdpAnswer,
  kdpAnswers,
  kdpDeclarations,
  kdpQuestions,
  type ProvenanceAnswers,
  type WordCounts,
} from '@inkbear/contracts/books/provenance';
import { zeroWordCounts } from '@inkbear/story-analysis/provenance/class-spans';
import { changedShareOf, declareAiUse } from './declare-ai-use.ts';

const answered = { images: 'none', translations: 'none', pastedIsAi: null, importedIsAi: null } as const;
interface Case {
  readonly changedShare?: number | null;
  readonly edited?: { readonly pasted: number; readonly imported: number };
  readonly answers?: Partial<ProvenanceAnswers>;
}
const declare = (counts: Partial<WordCounts>, { changedShare = null, edited, answers = {} }: Case = {}) =>
  declareAiUse(
    { total: { ...zeroWordCounts(), ...counts }, editedExternal: edited ?? { pasted: 0, imported: 0 }, changedShare },
    { ...answered, ...answers },
  );
const textOf = (...args: Parameters<typeof declare>) => declare(...args).declaration.text;

describe('declareAiUse', () => {
  it.each([
    [{ own: 1000 }, null, 'none'],
    [{ own: 10, edited: 990 }, null, 'none'],
    [{}, null, 'none'],
    [{ own: 999, generated: 1 }, 0, 'some'],
    [{ own: 999, rewritten: 1 }, null, 'some'],
    [{ own: 500, generated: 500 }, 0.19, 'some'],
    [{ own: 500, generated: 500 }, 0.2, 'some-edited'],
    [{ own: 101, generated: 899 }, 0, 'some'],
    [{ own: 100, generated: 800, rewritten: 100 }, 0, 'all'],
    [{ own: 100, generated: 900 }, 0.5, 'all-edited'],
  ] as const)('declares %j, of which %s were changed, as %s', (counts, changedShare, answer) => {
    expect(textOf(counts, { changedShare }).answer).toBe(answer);
  });

  it('words the answers as the KDP form does', () => {
    expect(textOf({ own: 1, generated: 1 }, { changedShare: 1 })).toEqual({
      answer: 'some-edited',
      text: 'Some sections, with extensive editing',
    });
    for (const question of kdpQuestions)
      expect(kdpDeclarations.questions[question].map(({ key }) => key)).toEqual([...kdpAnswers]);
  });

  it('counts pasted and imported words as the author says', () => {
    const counts = { own: 50, pasted: 450, imported: 500 };
    const answers = (pastedIsAi: KdpAnswer, importedIsAi: KdpAnswer) =>
      textOf(counts, { answers: { pastedIsAi, importedIsAi } }).answer;
    expect(answers('none', 'none')).toBe('none');
    expect(answers('some', 'none')).toBe('some');
    expect(answers('some-edited', 'none')).toBe('some-edited');
    expect(answers('all', 'some')).toBe('some');
    expect(answers('all', 'all')).toBe('all');
    expect(answers('all', 'all-edited')).toBe('all-edited');
  });

  it('asks about pasted words that AI has edited here', () => {
    const edited = { pasted: 100, imported: 0 };
    expect(declare({ edited: 100 }, { edited })).toMatchObject({ asked: ['pastedIsAi', 'images', 'translations'] });
    expect(textOf({ edited: 100 }, { edited, answers: { pastedIsAi: 'all' } }).answer).toBe('all');
    expect(textOf({ edited: 100 }, { edited, answers: { pastedIsAi: 'none' } }).answer).toBe('none');
  });

  it('is not final while an answer is missing that it depends on', () => {
    const stateOf = (counts: Partial<WordCounts>, answers: Partial<ProvenanceAnswers>) => {
      const { final, missing, declaration } = declare(counts, { answers });
      return { final, missing, text: declaration.text.answer };
    };
    const unanswered = { images: null, translations: null };
    expect(stateOf({ own: 1 }, unanswered)).toEqual({
      final: false,
      missing: ['images', 'translations'],
      text: 'none',
    });
    expect(stateOf({ own: 1 }, {})).toEqual({ final: true, missing: [], text: 'none' });
    expect(stateOf({ pasted: 1, imported: 1 }, {})).toEqual({
      final: false,
      missing: ['pastedIsAi', 'importedIsAi'],
      text: null,
    });
    expect(stateOf({ pasted: 1 }, { pastedIsAi: 'none' })).toEqual({ final: true, missing: [], text: 'none' });
  });
});

describe('changedShareOf', () => {
  it('returns the share of deleted words, ignoring results that are gone entirely', () => {
    const chapters = [
      {
        inserted: [
          ['a', 100],
          ['b', 50],
        ] as const,
        present: [['a', 40]] as const,
      },
      {
        inserted: [['c', 100]] as const,
        present: [
          ['a', 20],
          ['c', 100],
        ] as const,
      },
    ];
    expect(changedShareOf(chapters)).toBeCloseTo(40 / 200);
  });

  it('returns null for a book without results, and never less than zero', () => {
    expect(changedShareOf([{ inserted: [['gone', 10]], present: [] }])).toBeNull();
    expect(changedShareOf([{ inserted: [['a', 10]], present: [['a', 20]] }])).toBe(0);
  });
});
