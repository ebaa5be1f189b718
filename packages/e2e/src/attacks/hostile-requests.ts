import { randomUUID } from 'node:crypto';
import { contextChoiceLimits } from '@inkbear/contracts/ai/context';
import { readingChaptersMax } from '@inkbear/contracts/ai/reading';
import { styleTextMax } from '@inkbear/contracts/ai/style';
import { summaryCharacters } from '@inkbear/contracts/ai/summary';
import { plannedChaptersMax } from '@inkbear/contracts/books/book';
import { changeSectionsMax, chapterTextMax, listedChaptersMax } from '@inkbear/contracts/books/chapter';
import { findingGroups } from '@inkbear/contracts/bible/finding';
import { designDefaults, designLimits } from '@inkbear/contracts/books/design';
import { styleDefaults, styleLimits } from '@inkbear/contracts/books/style-sheet';
import { matterLimits } from '@inkbear/contracts/books/matter';
import { editionLimits, fileProfiles } from '@inkbear/contracts/export/edition';
import { importLimits } from '@inkbear/contracts/export/import';
import { limits } from '@inkbear/contracts/plans';
import { type BodyLimit, bodyLimits } from '@inkbear/contracts/route';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { bibleRequests } from './hostile-bible-requests.ts';
import { type HostileRequest, listOf } from './hostile-request.ts';

/** The resources that the requests address; they belong to the sender. */
export interface HostileTargets {
  readonly bookId: string;
  readonly chapterId: string;
  /** A chapter after it in the same book, whose AI context contains its text. */
  readonly laterChapterId: string;
  readonly storyId: string;
  /** An import that is ready. Without one, its requests reach only the code that validates them. */
  readonly importId?: string;
}

export const hostileKinds: readonly string[] = Object.keys(hostileTexts(10));

/** A hostile text of `units` UTF-16 units, or shorter when its JSON would exceed `bytes`. */
export function hostileText(
  kind: string,
  units: number,
  bytes: number,
  toJson: (text: string) => string = (text) => JSON.stringify(text),
): string {
  const sample = hostileTexts(2000)[kind] ?? '';
  const bytesOfUnit = Buffer.byteLength(toJson(sample)) / sample.length;
  return hostileTexts(Math.floor(Math.min(units, bytes / bytesOfUnit)))[kind] ?? '';
}

/** The share of a body's bytes for texts; the rest is for the JSON around them. */
const textShare = 0.9;

/**
 * Requests for every route that accepts a long text, with the longest texts of one kind that it allows, and for the
 * routes that read these texts.
 * @param longest a lower limit for each text, in UTF-16 units
 */
export function hostileRequests(
  kind: string,
  { bookId, chapterId, laterChapterId, storyId, importId = 'missing' }: HostileTargets,
  longest: number,
): HostileRequest[] {
  const bytesOf = (limit: BodyLimit, share: number) => bodyLimits[limit] * textShare * share;
  /** @param share the part of the body's bytes that the text may fill */
  const text = (units: number, share = 1, limit: BodyLimit = 'prose') =>
    hostileText(kind, Math.min(units, longest), bytesOf(limit, share));
  const whole = text(chapterTextMax);
  const wholeForAi = text(chapterTextMax, 1, 'ai');
  const halfForAi = text(chapterTextMax, 0.5, 'ai');
  // The selections occur nowhere in the text that is sent with them, but nearly everywhere. A naive search takes longest
  // for one of half the length of the text.
  const selections = [1, 0.5].map((share) => `ab${halfForAi.slice(2, halfForAi.length * share)}`);
  // A change that fills the request body and makes the text as long as a chapter may be.
  const lines = (inserted: string) => inserted.split('\n');
  const inserted = hostileText(kind, Math.min(chapterTextMax, longest), bytesOf('prose', 1), (sample) =>
    JSON.stringify(lines(sample)),
  );
  const short = text(chapterTextMax - inserted.length);
  const longInsert = [[0, ...lines(inserted)], short.length];
  const manySections = listOf(changeSectionsMax, (index) => (index % 2 === 0 ? 1 : [0, 'x']));
  const answers = listOf(50, () => `a${text(98).replaceAll('\n', ' ')}b`);
  const newChapter = { bookTitle: 'Long', chapterTitle: 'Part', chapterDescription: text(10_000) };
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
        chapters: listOf(plannedChaptersMax, (index) => ({
          number: index + 1,
          title: 'Part',
          description: text(10_000, index === 0 ? 0.05 : 0.3 / plannedChaptersMax),
          keyPoints: listOf(50, () => text(2000, 0.1 / plannedChaptersMax / 50)),
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
        shortTitle: text(designLimits.shortTitle),
        parts: listOf(designLimits.parts, (index) => ({
          beforeChapterId: `${index}${text(60, 0.1 / designLimits.parts, 'small')}`.slice(0, 64),
          title: `a${text(designLimits.partTitle - 2, 0.4 / designLimits.parts, 'small')}b`,
        })),
        unnumbered: listOf(designLimits.unnumbered, (index) =>
          `${index}${text(60, 0.4 / designLimits.unnumbered, 'small')}`.slice(0, 64),
        ),
      },
    },
    {
      id: 'saveStyleSheet',
      method: 'PUT',
      path: `/api/books/${bookId}/style`,
      isConditional: true,
      body: {
        ...styleDefaults,
        avoid: listOf(styleLimits.avoid, () => `a${text(styleLimits.phrase - 2, 0.4 / styleLimits.avoid, 'small')}b`),
        notes: text(styleLimits.notes, 0.3),
        voiceSamples: listOf(styleLimits.voiceSamples, () => text(styleLimits.voiceSample, 0.1)),
      },
    },
    ...[matterLimits.pieces, matterLimits.pieces - 1].map((pieces) => ({
      id: 'saveMatter',
      method: 'PUT',
      path: `/api/books/${bookId}/matter`,
      isConditional: true,
      body: {
        pieces: listOf(pieces, () => ({ kind: 'afterword', title: 'Long', text: text(matterLimits.text, 0.04) })),
      },
    })),
    ...bibleRequests(bookId, (units, share) => text(units, share, 'small')),
    { id: 'getMatter', method: 'GET', path: `/api/books/${bookId}/matter` },
    { id: 'listMatterRevisions', method: 'GET', path: `/api/books/${bookId}/matter/revisions?rev=1` },
    { id: 'getOutlineAnalysis', method: 'GET', path: `/api/books/${bookId}/outline-analysis` },
    { id: 'getVoice', method: 'GET', path: `/api/books/${bookId}/voice` },
    { id: 'getProvenance', method: 'GET', path: `/api/books/${bookId}/provenance` },
    { id: 'checkBook', method: 'POST', path: `/api/books/${bookId}/checks`, body: { groups: [...findingGroups] } },
    { id: 'listFindings', method: 'GET', path: `/api/books/${bookId}/findings?limit=500` },
    { id: 'exportOutlinePdf', method: 'POST', path: `/api/books/${bookId}/export-outline`, body: {} },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: whole } },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: `b${whole.slice(1)}`, description: '' } },
    {
      id: 'saveChapter',
      method: 'PUT',
      path: chapter,
      body: {
        description: text(10_000, 0.2),
        keyPoints: listOf(50, () => text(2000, 0.008)),
        beats: listOf(limits.chapterBeats, (index) => ({
          id: String(index),
          text: `a${text(998, 0.2 / limits.chapterBeats)}b`,
          words: limits.beatWords.max,
          entryIds: listOf(50, (entry) => `${entry}${text(60, 0.2 / limits.chapterBeats / 50)}`.slice(0, 64)),
        })),
      },
    },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: short } },
    { id: 'patchChapter', method: 'PATCH', path: chapter, body: { changeId: randomUUID(), changes: longInsert } },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: 'a'.repeat(changeSectionsMax / 2) } },
    { id: 'patchChapter', method: 'PATCH', path: chapter, body: { changeId: randomUUID(), changes: manySections } },
    { id: 'saveChapter', method: 'PUT', path: chapter, body: { content: whole } },
    { id: 'getContext', method: 'GET', path: `/api/ai/context?chapterId=${laterChapterId}&pin=chapter:${chapterId}` },
    {
      id: 'saveContextChoice',
      method: 'PUT',
      path: `/api/ai/context-choice?bookId=${bookId}`,
      isConditional: true,
      body: {
        exclude: listOf(
          contextChoiceLimits.exclude,
          (index) => `${index}${text(76, 0.9 / contextChoiceLimits.exclude, 'small')}`,
        ),
        pin: listOf(contextChoiceLimits.pin, (index) => `${index}${text(76, 0.1 / contextChoiceLimits.pin, 'small')}`),
      },
    },
    { id: 'getSummaries', method: 'GET', path: `/api/ai/summaries?chapterId=${chapterId}` },
    {
      id: 'saveSummaries',
      method: 'PUT',
      path: `/api/ai/summaries?chapterId=${chapterId}`,
      isConditional: true,
      body: { line: '', short: '', long: text(summaryCharacters.long, 0.9, 'small') },
    },
    ai('askWritingCoach', '/api/ai/writing-coach', {
      bookId,
      chapterNumber: 1,
      question: text(limits.coachingQuestionCharacters),
      context: { exclude: listOf(500, (index) => `chapter:${index}`) },
    }),
    {
      id: 'orderChapters',
      method: 'PUT',
      path: `/api/books/${bookId}/chapter-order`,
      body: { chapterIds: listOf(listedChaptersMax, (index) => `${index}${text(60)}`.slice(0, 64)) },
    },
    { id: 'listRevisions', method: 'GET', path: `${chapter}/revisions` },
    { id: 'getRevision', method: 'GET', path: `${chapter}/revisions/3` },
    { id: 'listScenes', method: 'GET', path: `${chapter}/scenes` },
    {
      id: 'createEdition',
      method: 'POST',
      path: `/api/books/${bookId}/editions`,
      body: { profiles: fileProfiles, docx: { contact: text(editionLimits.contact) } },
    },
    {
      id: 'saveImportPlan',
      method: 'PUT',
      path: `/api/imports/${importId}/plan`,
      body: {
        title: `a${text(importLimits.title - 2, 0.01)}b`,
        author: text(200, 0.01),
        language: 'EN',
        chapters: listOf(importLimits.chapters, (index) => ({
          title: `a${text(importLimits.title - 2, 0.8 / importLimits.chapters)}b`,
          include: true,
          kind: 'chapter',
          from: index,
          to: index + 1,
        })),
      },
    },
    { id: 'exportBookPdf', method: 'POST', path: `/api/books/${bookId}/export/pdf`, body: {} },
    {
      id: 'createStory',
      method: 'POST',
      path: '/api/personal-stories',
      body: {
        title: 'Long',
        storyType: 'family-legacy',
        formData: Object.fromEntries(
          ['Family Name', 'Main Characters', 'Family History', ...listOf(47, (index) => `Question ${index}`)].map(
            (question) => [question, text(20_000, 1 / 50)],
          ),
        ),
      },
    },
    {
      id: 'saveStory',
      method: 'PUT',
      path: story,
      body: { synopsis: text(100_000, 0.3), introduction: text(200_000, 0.6), dedication: text(10_000, 0.1) },
    },
    { id: 'saveStory', method: 'PUT', path: story, body: { content: whole } },
    { id: 'saveStory', method: 'PUT', path: story, body: { content: short } },
    { id: 'patchStory', method: 'PATCH', path: story, body: { changeId: randomUUID(), changes: longInsert } },
    { id: 'exportStoryPdf', method: 'GET', path: `${story}/export/pdf` },
    ai('polishStory', `${story}/polish`, { content: wholeForAi }),
    ai('changeStoryTone', `${story}/tone`, { content: wholeForAi, tone: 'reflective' }),
    ai('adjustStoryLength', `${story}/adjust-length`, { content: wholeForAi, adjustment: 'condense' }),
    ...selections.map((selectedText) =>
      ai('enhanceStory', `${story}/enhance`, {
        selectedText,
        fullContent: halfForAi,
        enhancementType: 'clarity',
        instruction: text(1000),
      }),
    ),
    ai('generateTitles', '/api/ai/generate-titles', { topic: text(2000), bookId }),
    ai('genreQuiz', '/api/ai/genre-quiz', {
      interests: answers,
      expertise: answers,
      writingGoals: answers,
      timeCommitment: 'casual',
    }),
    ai('generateOutline', '/api/ai/generate-outline', { title: 'Long', genre: 'general', premise: text(2000), bookId }),
    ai('regenerateOutline', '/api/ai/regenerate-outline', { bookId, title: 'Long', userNotes: text(20_000) }),
    ai('generateChapter', '/api/ai/generate-chapter', { ...newChapter, chapterNumber: 1, chapterId }),
    // Another chapter, because each may be generated once.
    ai('generateChapterEnhanced', '/api/ai/generate-chapter-enhanced', {
      ...newChapter,
      chapterNumber: 2,
      chapterId: laterChapterId,
    }),
    ai('adjustChapterTone', '/api/ai/adjust-chapter-tone', { content: wholeForAi, chapterId }),
    ...selections.map((content) =>
      ai('enhanceContent', '/api/ai/enhance-content', {
        content,
        fullContent: halfForAi,
        action: 'rewrite',
        isSelection: true,
        chapterId,
      }),
    ),
    ai('extendChapter', '/api/ai/extend-chapter', { content: wholeForAi, chapterId }),
    ...selections.map((selectedText) =>
      ai('generateEnhancementOptions', '/api/ai/generate-enhancement-options', {
        selectedText,
        fullContent: halfForAi,
        chapterId,
        enhancementType: 'tone',
      }),
    ),
    ai('polishChapter', '/api/ai/polish-chapter', { content: wholeForAi, chapterId }),
    ai('checkStyle', '/api/ai/check-style', { text: text(styleTextMax) }),
    ai('readChapters', '/api/ai/reading', {
      bookId,
      chapterIds: [chapterId, ...listOf(readingChaptersMax - 1, (index) => `${index}${text(60)}`.slice(0, 64))],
    }),
    {
      id: 'createReview',
      method: 'POST',
      path: '/api/reviews',
      body: { rating: 5, title: 'Long', content: text(4000, 0.02) },
    },
    { id: 'exportEverything', method: 'GET', path: '/api/user/export' },
  ];
}
