import { limits } from '@inkbear/contracts/plans';
import { voiceLimits, type VoiceReport } from '@inkbear/contracts/books/voice';
import { textPage } from '@inkbear/contracts/books/internal';
import { isEnglish } from '@inkbear/prose/language';
import type { FairSlots } from '@inkbear/service-kit/fair-slots';
import { readPage } from '@inkbear/service-kit/fit-page';
import type { MeasuredText } from '@inkbear/story-analysis/voice/measured-text';
import { compareVoice, createVoiceProfile } from '@inkbear/story-analysis/voice/voice-profile';
import { LRUCache } from 'lru-cache';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { VoiceAnalyser } from './voice-analyser.ts';

export interface VoiceDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly voiceAnalyser: VoiceAnalyser;
  readonly voiceReports: VoiceReports;
  readonly wholeBookSlots: FairSlots;
}

/** The last reports, by book and by the revisions of its chapters. */
export type VoiceReports = LRUCache<string, VoiceReport>;

const keptReports = 100;
export const createVoiceReports = (): VoiceReports => new LRUCache({ max: keptReports });

interface VoiceRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** Compares each chapter of a book with what its author typed. Throws 404, and 503 when too many are being measured. */
export async function readVoice(deps: VoiceDeps, { bookId, userId, signal }: VoiceRequest): Promise<VoiceReport> {
  const { language } = await deps.books.getLive(bookId, userId);
  const listed = (await deps.chapters.listLive(bookId)).slice(0, limits.chaptersPerBook);
  const key = JSON.stringify([bookId, language, listed.map(({ _id, rev }) => [_id, rev])]);
  const known = deps.voiceReports.get(key);
  if (known) return known;
  const job = { owner: userId, signal };
  const ids = listed.map(({ _id }) => _id);
  const report = await deps.wholeBookSlots.run(job, () => measureBook(deps, { bookId, ids, language, job }));
  deps.voiceReports.set(key, report);
  return report;
}

interface BookToMeasure {
  readonly bookId: string;
  readonly ids: readonly string[];
  /** BCP 47. */
  readonly language: string;
  readonly job: { readonly owner: string; readonly signal: AbortSignal };
}

/**
 * Reads and measures the chapters with one page of texts in memory. Leaves out chapters that were deleted meanwhile,
 * and the chapters after the first `measuredUnits` of a book.
 */
async function measureBook(
  { chapters, voiceAnalyser }: VoiceDeps,
  { bookId, ids, language, job }: BookToMeasure,
): Promise<VoiceReport> {
  const typedBlocks: (readonly number[])[] = [];
  const measured: { id: string; measured: MeasuredText }[] = [];
  let typedWords = 0;
  let units = 0;
  for (let at = 0; at < ids.length && units < voiceLimits.measuredUnits;) {
    const { page, hasMore } = await readPage(chapters.streamChaptersById(bookId, ids.slice(at)), textBytes, textPage);
    const result = await voiceAnalyser.measure(
      page.map(({ _id, content, notTyped }) => ({ id: _id, text: content, origins: notTyped ?? [] })),
      job,
    );
    for (const block of result.typedBlocks) typedBlocks.push(block);
    for (const chapter of result.chapters) measured.push(chapter);
    typedWords += result.typedWords;
    units += page.reduce((sum, { content }) => sum + content.length, 0);
    at = hasMore ? ids.indexOf(page.at(-1)?._id ?? '') + 1 : ids.length;
  }
  const profile = createVoiceProfile(typedBlocks, isEnglish(language));
  return {
    typedWords,
    hasProfile: profile !== null,
    chapters: measured.map(({ id, measured: text }) => ({
      chapterId: id,
      comparison: profile && compareVoice(profile, text),
    })),
  };
}

const textBytes = ({ content }: { readonly content: string }): number => Buffer.byteLength(content);
