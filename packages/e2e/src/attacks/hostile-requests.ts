import { randomUUID } from 'node:crypto';
import { designDefaults } from '@inkbear/contracts/books/design';
import { limits } from '@inkbear/contracts/plans';
import { bodyLimits } from '@inkbear/contracts/route';
import { hostileTexts } from '@inkbear/prose/test-hostile-texts';

/** A request for one public route. */
export interface HostileRequest {
  /** Id of the route. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Whether `If-Match` must name the current revision; a PATCH always names it. */
  readonly isConditional?: boolean;
}

/** The resources that the requests address; they belong to the sender. */
export interface HostileTargets {
  readonly bookId: string;
  readonly chapterId: string;
  /** A chapter after it in the same book, whose AI context contains its text. */
  readonly laterChapterId: string;
  readonly storyId: string;
}

export const hostileKinds: readonly string[] = Object.keys(hostileTexts(10));

/** A hostile text of `units` UTF-16 units, or shorter when its JSON would exceed `bytes`. */
export function hostileText(kind: string, units: number, bytes: number): string {
  const sample = hostileTexts(2000)[kind] ?? '';
  const bytesOfUnit = Buffer.byteLength(JSON.stringify(sample)) / sample.length;
  return hostileTexts(Math.floor(Math.min(units, bytes / bytesOfUnit)))[kind] ?? '';
}

/** The share of a body's bytes for texts; the rest is for the JSON around them. */
const textShare = 0.9;
/** Slightly fewer sections than the limit of one change. */
const sections = 49_000;
const styleUnits = 200_000;

/**
 * Requests for every route that accepts a long text, with the longest texts of one kind that it allows, and for the
 * routes that read these texts.
 */
export function hostileRequests(
  kind: string,
  { bookId, chapterId, laterChapterId, storyId }: HostileTargets,
  longest: number,
): HostileRequest[] {
  const text = (units: number, share = 1) =>
    hostileText(kind, Math.min(units, longest), bodyLimits.prose * textShare * share);
  const whole = text(bodyLimits.prose);
  const inserted = [[0, ...text(300_000).split('\n')]];
  const manySections = Array.from({ length: sections }, (_item, index) => (index % 2 === 0 ? 1 : [0, 'x']));
  // Occurs nowhere in the text that is sent with it, but nearly everywhere: the slowest case of a naive search.
  const selection = `ab${text(300_000).slice(2)}`;
  const answers = Array.from({ length: 50 }, () => `a${text(98).replaceAll('\n', ' ')}b`);
  const chapter = `/api/chapters/${chapterId}`;
  const story = `/api/personal-stories/${storyId}`;
  const ai = (id: string, path: string, body: object): HostileRequest => ({ id, method: 'POST', path, body });
  return [
    {
      id: 'createBook',
      method: 'POST',
      path: '/api/books',
      body: {
        title: 'Long',
        outline: text(500_000, 0.4),
        chapters: Array.from({ length: 10 }, (_item, index) => ({
          number: index + 1,
          title: 'Part',
          description: text(10_000, 0.02),
          keyPoints: Array.from({ length: 10 }, () => text(2000, 0.002)),
        })),
      },
    },
    {
      id: 'updateBook',
      method: 'PUT',
      path: `/api/books/${bookId}`,
      body: {
        outline: text(500_000, 0.5),
        synopsis: text(100_000, 0.2),
        introduction: text(200_000, 0.2),
        dedication: text(10_000, 0.05),
      },
    },
    {
      id: 'saveDesign',
      method: 'PUT',
      path: `/api/books/${bookId}/design`,
      isConditional: true,
      body: {
        ...designDefaults,
        shortTitle: text(60),
        parts: Array.from({ length: 50 }, (_item, index) => ({
          beforeChapterId: `${index}${text(60)}`.slice(0, 60),
          title: `a${text(198)}b`,
        })),
        unnumbered: Array.from({ length: 500 }, (_item, index) => `${index}${text(60)}`.slice(0, 60)),
      },
    },
    ...[20, 19].map((pieces) => ({
      id: 'saveMatter',
      method: 'PUT',
      path: `/api/books/${bookId}/matter`,
      isConditional: true,
      body: {
        pieces: Array.from({ length: pieces }, () => ({ kind: 'afterword', title: 'Long', text: text(50_000, 0.04) })),
      },
    })),
    { id: 'getMatter', method: 'GET', path: `/api/books/${bookId}/matter` },
    { id: 'listMatterRevisions', method: 'GET', path: `/api/books/${bookId}/matter/revisions?rev=1` },
    { id: 'getOutlineAnalysis', method: 'GET', path: `/api/books/${bookId}/outline-analysis` },
    { id: 'exportOutlinePdf', method: 'POST', path: `/api/books/${bookId}/export-outline`, body: {} },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: whole } },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: `b${whole.slice(1)}`, description: '' } },
    {
      id: 'saveChapter',
      method: 'PUT',
      path: chapter,
      body: { description: text(10_000), keyPoints: Array.from({ length: 50 }, () => text(2000, 0.01)) },
    },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: text(300_000) } },
    {
      id: 'patchChapter',
      method: 'PATCH',
      path: chapter,
      body: { changeId: randomUUID(), changes: [...inserted, text(300_000).length] },
    },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: 'a'.repeat(sections / 2) } },
    { id: 'patchChapter', method: 'PATCH', path: chapter, body: { changeId: randomUUID(), changes: manySections } },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: whole } },
    { id: 'getContext', method: 'GET', path: `/api/ai/context?chapterId=${laterChapterId}&pin=chapter:${chapterId}` },
    ai('askWritingCoach', '/api/ai/writing-coach', {
      bookId,
      chapterNumber: 1,
      question: text(limits.coachingQuestionCharacters),
      context: { exclude: Array.from({ length: 500 }, (_item, index) => `chapter:${index}`) },
    }),
    {
      id: 'orderChapters',
      method: 'PUT',
      path: `/api/books/${bookId}/chapter-order`,
      body: { chapterIds: Array.from({ length: 1000 }, (_item, index) => `${index}${text(40)}`.slice(0, 40)) },
    },
    { id: 'listChapterRevisions', method: 'GET', path: `${chapter}/revisions` },
    { id: 'readChapterRevision', method: 'GET', path: `${chapter}/revisions/3` },
    { id: 'exportBookPdf', method: 'POST', path: `/api/books/${bookId}/export/pdf`, body: {} },
    {
      id: 'createStory',
      method: 'POST',
      path: '/api/personal-stories',
      body: {
        title: 'Long',
        storyType: 'family-legacy',
        formData: {
          'Family Name': text(20_000, 0.2),
          'Main Characters': text(20_000, 0.2),
          'Family History': text(20_000, 0.2),
        },
      },
    },
    {
      id: 'saveStory',
      method: 'PUT',
      path: story,
      body: { synopsis: text(100_000, 0.3), introduction: text(200_000, 0.5), dedication: text(10_000, 0.1) },
    },
    { id: 'saveStory', method: 'PUT', path: story, body: { content: whole } },
    { id: 'saveStory', method: 'PUT', path: story, body: { content: text(300_000) } },
    {
      id: 'patchStory',
      method: 'PATCH',
      path: story,
      body: { changeId: randomUUID(), changes: [...inserted, text(300_000).length] },
    },
    { id: 'exportStoryPdf', method: 'GET', path: `${story}/export/pdf` },
    ai('polishStory', `${story}/polish`, { content: whole }),
    ai('changeStoryTone', `${story}/tone`, { content: whole, tone: 'reflective' }),
    ai('adjustStoryLength', `${story}/adjust-length`, { content: whole, adjustment: 'condense' }),
    ai('enhanceStory', `${story}/enhance`, {
      selectedText: selection,
      fullContent: whole,
      enhancementType: 'clarity',
      instruction: text(1000),
    }),
    ai('generateTitles', '/api/ai/generate-titles', { topic: text(2000), bookId }),
    ai('genreQuiz', '/api/ai/genre-quiz', {
      interests: answers,
      expertise: answers,
      writingGoals: answers,
      timeCommitment: 'casual',
    }),
    ai('regenerateOutline', '/api/ai/regenerate-outline', { bookId, title: 'Long', userNotes: text(20_000) }),
    ai('generateChapter', '/api/ai/generate-chapter', {
      bookTitle: 'Long',
      chapterTitle: 'Part',
      chapterNumber: 1,
      chapterId,
      chapterDescription: text(10_000),
    }),
    ai('generateChapterEnhanced', '/api/ai/generate-chapter-enhanced', {
      bookTitle: 'Long',
      chapterTitle: 'Part',
      chapterNumber: 1,
      chapterId,
      chapterDescription: text(10_000),
    }),
    ai('adjustChapterTone', '/api/ai/adjust-chapter-tone', { content: whole, chapterId }),
    ai('enhanceContent', '/api/ai/enhance-content', {
      content: selection,
      fullContent: whole,
      action: 'rewrite',
      isSelection: true,
      chapterId,
    }),
    ai('extendChapter', '/api/ai/extend-chapter', { content: whole, chapterId }),
    ai('generateEnhancementOptions', '/api/ai/generate-enhancement-options', {
      selectedText: selection,
      fullContent: whole,
      chapterId,
      enhancementType: 'tone',
    }),
    ai('polishChapter', '/api/ai/polish-chapter', { content: whole, chapterId }),
    ai('checkStyle', '/api/ai/check-style', { text: text(styleUnits) }),
    {
      id: 'createReview',
      method: 'POST',
      path: '/api/reviews',
      body: { rating: 5, title: 'Long', content: text(4000, 0.02) },
    },
    { id: 'exportEverything', method: 'GET', path: '/api/user/export' },
  ];
}
