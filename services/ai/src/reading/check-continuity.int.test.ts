import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readChapters } from '@inkbear/contracts/ai/reading';
import { AiService } from '../testing/ai-service.ts';

const text = 'Mara looked up. Her green eyes were wet.\n\nTomas was thirty, and he had never left Harrow.';
const eyes = { id: 'eyes', name: 'Mara Venn', attribute: 'eyes', value: 'grey' };
const age = { id: 'age', name: 'Tomas', attribute: 'age', value: '40' };
const greenEyes = { fact: 1, value: 'green', quote: 'Her green eyes were wet.', paragraph: 1 };
const thirty = { fact: 2, value: '30', quote: 'Tomas was thirty', paragraph: 2 };

describe('the comparison of a chapter with the story bible by a provider', () => {
  const ai = new AiService();
  const { owner } = ai;
  let books = 0;
  let bookId = '';
  let chapterId = '';
  let contradictions: object[] = [];
  let verdicts: object[] = [];
  let prompts: string[] = [];
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  beforeEach(() => {
    books += 1;
    bookId = `continuity-${books}`;
    chapterId = `c1~${bookId}`;
    ai.chapterTexts.set(chapterId, text);
    ai.readingScope = { ...ai.readingScope, chapters: [{ id: chapterId, rev: 1, providerRev: 0, wordCount: 20 }] };
    ai.comparedFacts = [eyes, age];
    ai.reports.length = 0;
    contradictions = [greenEyes, thirty];
    verdicts = [
      { case: 1, defence: 'She wears lenses.', contradicts: true },
      { case: 2, defence: 'It is a memory.', contradicts: true },
    ];
    prompts = [];
    ai.provider.respond = async ({ task, stable, volatile }) => {
      prompts.push(stable + volatile);
      const reply = task.kind === 'find-contradictions' ? { contradictions } : { verdicts };
      return { text: JSON.stringify(reply), inputTokens: 1, outputTokens: 1 };
    };
  });
  afterEach(() => ai.provider.reset());

  const check = async () =>
    (
      await ai.service.call(readChapters, {
        as: owner,
        body: { bookId, chapterIds: [chapterId], tasks: ['continuity'] },
      })
    ).body;
  const reported = () => ai.reports.at(-1)?.contradictions;

  it('reports what contradicts a fact, with its quote', async () => {
    expect(await check()).toMatchObject({ chapters: [{ state: 'read', proposals: 0, contradictions: 2 }], tokens: 4 });
    const from = text.indexOf('Her green');
    expect(ai.reports).toMatchObject([{ userId: owner.userId, chapterId, rev: 1 }]);
    expect(reported()).toEqual([
      { factId: 'eyes', value: 'green', from, to: from + greenEyes.quote.length, quote: greenEyes.quote },
      expect.objectContaining({ factId: 'age', value: '30', quote: 'Tomas was thirty' }),
    ]);
    expect(prompts[0]).toContain('[1] Mara Venn, eyes: grey\n[2] Tomas, age: 40');
    expect(prompts[1]).toContain('Said instead: green');
  });

  it('drops what a second call argues away, and what it does not mention', async () => {
    verdicts = [{ case: 2, defence: 'He lies.', contradicts: false }];
    await check();
    expect(reported()).toEqual([]);
    verdicts = [{ case: 1, defence: 'None.', contradicts: true }];
    await check();
    expect(reported()?.map(({ factId }) => factId)).toEqual(['eyes']);
  });

  it('drops invented quotes and facts that do not exist, without a second call when nothing is left', async () => {
    contradictions = [
      { ...greenEyes, quote: 'Her brown eyes were wet.' },
      { ...greenEyes, fact: 3 },
      { ...greenEyes, value: ' ' },
    ];
    await check();
    expect([reported(), ai.provider.calls]).toEqual([[], 1]);
  });

  it('asks nothing when no fact can be compared, and clears what an earlier comparison found', async () => {
    ai.comparedFacts = [];
    expect(await check()).toMatchObject({ chapters: [{ state: 'read', contradictions: 0 }], tokens: 0 });
    expect([reported(), ai.provider.calls]).toEqual([[], 0]);
  });
});
