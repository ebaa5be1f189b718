import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { listResults } from '@inkbear/contracts/ai/limit';
import {
  adjustChapterTone,
  enhanceContent,
  extendChapter,
  generateChapterEnhanced,
  generateEnhancementOptions,
  polishChapter,
} from '@inkbear/contracts/ai/writing';
import { generateOutline, generateTitles, genreQuiz, regenerateOutline } from '@inkbear/contracts/ai/ideas';
import type { Route } from '@inkbear/contracts/route';
import { testUser, type TestService } from '@inkbear/service-kit/testing/test-service';
import type { ProviderRequest } from './providers/provider.ts';
import { AiService } from './testing/ai-service.ts';

const outline = {
  overview: 'A mystery.',
  targetAudience: 'Adults',
  chapters: [{ number: 1, title: 'The lamp', description: 'It goes out.', keyPoints: ['Ida'] }],
};
const quiz = { recommendedGenre: 'fantasy', confidence: 0.8, explanation: 'You dream.', alternativeGenres: ['horror'] };
const titles = { titles: [{ title: 'Snow', reason: 'Short.' }] };
const counted = { resultId: expect.any(String), limits: expect.any(Array) };
const toolsNeedPro = 'AI writing tools require a Pro subscription.';

describe('AI routes', () => {
  const fixture = new AiService();
  const { owner, provider, generate, used, chapterRequest } = fixture;
  let ai: TestService;
  let providerRequests: ProviderRequest[] = [];
  beforeAll(async () => (ai = (await fixture.start()).service));
  afterAll(async () => await fixture.stop());
  afterEach(() => provider.reset());
  const replyWith = (reply: string | object) => {
    providerRequests = [];
    provider.respond = async (request) => {
      providerRequests.push(request);
      return { text: typeof reply === 'string' ? reply : JSON.stringify(reply), inputTokens: 1, outputTokens: 1 };
    };
  };
  const post = (route: Route, body: Record<string, unknown>, as = owner) => ai.call(route, { as, body });
  const text = { content: 'Mara waited.' };

  it.each<[string, Route, Record<string, unknown>, string | object, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a chapter with its characters',
      generateChapterEnhanced,
      chapterRequest('c-enhanced'),
      'Then Mara waited. Mara saw Tom, and Tom saw Mara.',
      {
        content: 'Then Mara waited. Mara saw Tom, and Tom saw Mara.',
        wordCount: 10,
        parts: null,
        analysis: { characters: ['Mara', 'Tom'] },
      },
      { kind: 'generate', enhanced: true, targetWords: 1500 },
    ],
    [
      'another tone',
      adjustChapterTone,
      { ...text, tone: 'engaging', bookGenre: 'fantasy', chapterId: 'c-tone' },
      'Lo! Mara.',
      { adjusted_content: 'Lo! Mara.' },
      { kind: 'tone', option: 'engaging', isSelection: false, around: null },
    ],
    [
      'another tone of a selection',
      enhanceContent,
      {
        ...text,
        action: 'tone',
        option: 'more_formal',
        chapterId: 'c-tone',
        isSelection: true,
        fullContent: 'All. Mara waited.',
      },
      'Miss Vell waited.',
      { enhanced_content: 'Miss Vell waited.' },
      { kind: 'tone', option: 'more_formal', isSelection: true, around: { before: 'All.', after: '' } },
    ],
    [
      'a longer scene',
      enhanceContent,
      { ...text, action: 'expand', option: 'add_dialogue', chapterId: 'c-expand' },
      '“No,” said Mara.',
      { enhanced_content: '“No,” said Mara.' },
      { kind: 'expand', option: 'add_dialogue' },
    ],
    [
      'a change in the author’s own words',
      enhanceContent,
      { ...text, action: 'instruct', instruction: ' make her angrier ', option: 'ignored', chapterId: 'c-instruct' },
      '“No!” said Mara.',
      { enhanced_content: '“No!” said Mara.' },
      { kind: 'instruct', option: 'make her angrier' },
    ],
    [
      'versions of a selection',
      generateEnhancementOptions,
      {
        selectedText: 'Mara waited.',
        fullContent: 'Mara waited. Tom slept.',
        bookContext: { title: 'T', genre: 'fantasy' },
        chapterId: 'c-options',
        enhancementType: 'tone',
        specificOption: 'more_formal',
        requestedVariations: 3,
        spellingPreference: 'uk',
      },
      { options: ['a', 'b', 'c'] },
      { options: ['a', 'b', 'c'] },
      {
        kind: 'options',
        type: 'tone',
        option: 'more_formal',
        count: 3,
        spelling: 'uk',
        around: { before: '', after: 'Tom slept.' },
      },
    ],
    [
      'an outline',
      generateOutline,
      { title: 'Snow', genre: 'fantasy', targetLength: '50000' },
      outline,
      outline,
      { kind: 'outline', targetLength: 50_000, notes: '' },
    ],
    [
      'a regenerated outline',
      regenerateOutline,
      { bookId: 'b-notes', title: 'Snow', genre: 'fantasy', userNotes: 'Fewer lamps' },
      outline,
      outline,
      { kind: 'outline', notes: 'Fewer lamps' },
    ],
    [
      'a genre',
      genreQuiz,
      { interests: ['Magic'], expertise: ['Travel'], writingGoals: ['Finish'], timeCommitment: 'regular' },
      quiz,
      quiz,
      { kind: 'quiz', timeCommitment: 'regular' },
    ],
  ])('replies with %s and the remaining uses', async (_what, route, body, reply, expected, task) => {
    replyWith(reply);
    const { status, body: answer } = await post(route, body);
    expect([status, answer]).toEqual([200, { ...expected, ...counted }]);
    expect(providerRequests[0]?.task).toMatchObject(task);
  });

  it.each<[Route, Record<string, unknown>, string]>([
    [generateChapterEnhanced, chapterRequest('c'), 'Chapter generation requires a Pro subscription'],
    [enhanceContent, { ...text, action: 'rewrite', chapterId: 'c' }, toolsNeedPro],
    [adjustChapterTone, { ...text, chapterId: 'c' }, toolsNeedPro],
    [extendChapter, { ...text, chapterId: 'c' }, toolsNeedPro],
    [polishChapter, { ...text, chapterId: 'c' }, toolsNeedPro],
    [generateEnhancementOptions, { selectedText: 'x', chapterId: 'c', enhancementType: 'tone' }, toolsNeedPro],
    [regenerateOutline, { bookId: 'b', title: 'x' }, 'Regenerating the outline needs a Pro plan.'],
  ])('refuses a route that needs Pro to a free author, without calling the provider', async (route, body, message) => {
    const { status, body: problem } = await post(route, body, testUser());
    expect([status, problem['code'], problem['message'], provider.calls]).toEqual([403, 'plan.required', message, 0]);
  });

  it.each<[Route, Record<string, unknown>]>([
    [enhanceContent, { content: ' \n', action: 'rewrite', chapterId: 'c' }],
    [adjustChapterTone, { content: '', chapterId: 'c' }],
    [extendChapter, { content: ' ', chapterId: 'c' }],
    [polishChapter, { content: '', chapterId: 'c' }],
    [generateEnhancementOptions, { selectedText: ' ', chapterId: 'c', enhancementType: 'expand' }],
  ])('refuses an empty text, without calling the provider', async (route, body) => {
    const { status, body: problem } = await post(route, body);
    expect([status, problem['code'], problem['message'], provider.calls]).toEqual([
      400,
      'ai.no_content',
      'Add some content first to use AI tools.',
      0,
    ]);
  });

  it.each<[Route, Record<string, unknown>, string, string]>([
    [generateTitles, { topic: '  ' }, 'topic', 'Please enter a book topic to generate titles'],
    [
      enhanceContent,
      { content: 'a', action: 'instruct', instruction: ' ', chapterId: 'c' },
      'instruction',
      'Please say what should change',
    ],
    [generateOutline, { title: '', genre: 'fantasy' }, 'title', 'Title is required'],
    [generateOutline, { title: 'x', genre: '' }, 'genre', 'Genre is required'],
    [generateOutline, { title: 'x', genre: 'fantasy', targetLength: 9999 }, 'targetLength', 'Minimum 10,000 words'],
    [
      generateOutline,
      { title: 'x', genre: 'fantasy', targetLength: '200001' },
      'targetLength',
      'Maximum 200,000 words',
    ],
  ])('names the invalid field and the reason', async (route, body, path, message) => {
    const { status, body: problem } = await post(route, body);
    expect([status, problem['errors']]).toEqual([400, [{ path, message }]]);
  });

  it.each<[string, Route, Record<string, unknown>, string | object, number, string]>([
    [
      'titles of a book',
      generateTitles,
      { topic: 'snow', bookId: 'b-five' },
      titles,
      5,
      'You have used all 5 title generations for this book.',
    ],
    [
      'outlines of a book',
      generateOutline,
      { title: 'Snow', genre: 'fantasy', bookId: 'b-three' },
      outline,
      3,
      'You have used all 3 outline generations for this book.',
    ],
    [
      'polishes of a chapter',
      polishChapter,
      { ...text, chapterId: 'c-polished' },
      'Mara waited!',
      2,
      'You have used all 2 polishes for this chapter.',
    ],
    [
      'whole-chapter edits',
      adjustChapterTone,
      { ...text, chapterId: 'c-edited' },
      'Lo!',
      2,
      'You have used all 2 whole-chapter edits for this chapter.',
    ],
  ])(
    'counts %s, and refuses further ones with the limit in the message',
    async (_what, route, body, reply, maxUses, message) => {
      replyWith(reply);
      const answers = [];
      for (let round = 0; round <= maxUses; round += 1) answers.push(await post(route, body));
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(maxUses).fill(200), 429]);
      expect([answers.at(-1)?.body['code'], answers.at(-1)?.body['message']]).toEqual(['ai.limit_reached', message]);
    },
  );

  it('counts a regenerated outline of the book, but not versions of a selection', async () => {
    replyWith(outline);
    await post(regenerateOutline, { bookId: 'b-again', title: 'Snow' });
    expect(await used({ bookId: 'b-again' }, 'book.outline')).toBe(1);
    replyWith({ options: ['a'] });
    for (let round = 0; round < 3; round += 1)
      expect(
        (await post(generateEnhancementOptions, { selectedText: 'x', chapterId: 'c-fair', enhancementType: 'tone' }))
          .status,
      ).toBe(200);
    expect([
      await used({ chapterId: 'c-fair' }, 'chapter.edit'),
      await used({ chapterId: 'c-fair' }, 'chapter.polish'),
    ]).toEqual([0, 0]);
  });

  it('stores versions as a list, counts only their words, and stores the revision of the request', async () => {
    replyWith({ options: ['One.\n\nAnd more.', 'Two.'] });
    const { body } = await post(generateEnhancementOptions, {
      selectedText: 'x',
      fullContent: 'x. Tom slept. x. Mara left.',
      passageStart: 14,
      askedRev: 7,
      chapterId: 'c-kept~b-kept',
      enhancementType: 'tone',
    });
    expect(providerRequests[0]?.task).toMatchObject({ around: { before: 'x. Tom slept.', after: '. Mara left.' } });
    const [stored] = (await ai.call(listResults, { as: owner, query: { chapterId: 'c-kept~b-kept' } }))
      .body as unknown as { text: string }[];
    expect(stored).toMatchObject({ resultId: body['resultId'], askedRev: 7 });
    expect(JSON.parse(stored?.text ?? '')).toEqual({ options: ['One.\n\nAnd more.', 'Two.'] });
    expect(await used({ chapterId: 'c-kept~b-kept' }, 'book.words')).toBe(4);
    replyWith('Polished.');
    for (const [route, rest] of [
      [polishChapter, text],
      [adjustChapterTone, text],
      [enhanceContent, { ...text, action: 'rewrite' }],
      [extendChapter, text],
      [generateChapterEnhanced, chapterRequest('c-asked')],
    ] as const) {
      const chapterId = `c-asked-${route.id}`;
      await post(route, { ...rest, chapterId, askedRev: 3 });
      expect((await ai.call(listResults, { as: owner, query: { chapterId } })).body).toEqual([
        expect.objectContaining({ askedRev: 3 }),
      ]);
    }
  });

  it('allows variants within 15 minutes, but no variant of a variant', async () => {
    const results = ai.platform.connection.collection<{ _id: string; createdAt: Date; expireAt: Date }>('results');
    const first = String((await generate('c-late')).body['resultId']);
    const { body: second } = await generate('c-late', { variantOf: first });
    expect((await generate('c-late', { variantOf: second['resultId'] })).status).toBe(429);
    const row = await results.findOne({ _id: first });
    expect(Number(row?.expireAt) - Number(row?.createdAt)).toBe(30 * 86_400_000);
    await results.updateOne({ _id: first }, { $set: { createdAt: new Date(Date.now() - 15 * 60_000 - 1000) } });
    const late = await generate('c-late', { variantOf: first });
    expect([late.status, late.body['message']]).toEqual([
      429,
      'You can try again twice, within 15 minutes of the first result.',
    ]);
  });

  it('rejects every user’s calls at the global token ceiling', async () => {
    const usage = ai.platform.connection.collection<{ _id: string; used: number }>('usage');
    const all = `all:tokens:${new Date().toISOString().slice(0, 10)}`;
    await usage.updateOne({ _id: all }, { $set: { used: 10_000_000 } }, { upsert: true });
    const refused = await generate('c-all');
    await usage.updateOne({ _id: all }, { $set: { used: 0 } });
    expect([
      refused.status,
      refused.body['code'],
      Number(refused.headers.get('retry-after')) > 0,
      (await generate('c-all')).status,
    ]).toEqual([429, 'ai.fair_use', true, 200]);
  });
});
