import type { PartCount } from '@inkbear/contracts/ai/limit';
import { chapterWritingMs } from '@inkbear/contracts/ai/writing';
import type { PartStart } from '@inkbear/contracts/route';
import { countWords } from '@inkbear/prose/word-count';
import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { ProblemError } from '@inkbear/service-kit/problem';
import { AiRefusal } from '../quota/ai-refusal.ts';
import { callProvider, reserveTokens, withOutputLimit } from './call-provider.ts';
import type { GenerationDeps, GenerationRequest, ReplyInParts, StartedCall } from './generation.ts';
import { beatsSchema, parseJson, parseProse } from './parse-reply.ts';
import { type Part, planParts, type PlannedBeat, wordsOfNext } from './plan-parts.ts';
import type { GenerateTask, PlanBeatsTask, WritePartTask } from './task.ts';

/** Between the texts of two parts. */
const separator = '\n\n';
const titleLength = 80;
/** A part with so many successive words of the book is written once more. */
const copiedWords = 12;

export interface WrittenChapter {
  readonly text: string;
  /** Null when it was written at once. */
  readonly parts: PartCount | null;
}

/** The request of a chapter that is written in parts. */
export interface PartsRequest extends Pick<GenerationRequest, 'scope' | 'signal' | 'sendDelta'> {
  readonly task: GenerateTask;
  readonly sendPart: ((part: PartStart) => void) | null;
}

type Started = StartedCall & { readonly variant: number };

/**
 * Writes a long chapter in parts, each by a call of its own: by the beats of the chapter's plan or, without them, by beats
 * that are planned first. When a part fails or the author stops, the finished parts are the result.
 */
export function writeInParts(deps: GenerationDeps, request: PartsRequest): ReplyInParts<WrittenChapter> {
  const { task } = request;
  const limited = { ...request, signal: AbortSignal.any([request.signal, AbortSignal.timeout(chapterWritingMs)]) };
  const given = task.context.chapter.beats.filter(({ text }) => text.trim() !== '');
  if (given.length > 0) {
    const parts = planParts(given, task.targetWords);
    return {
      first: toWritePartTask(task, { parts, index: 0, written: '' }),
      write: (started) => new PartWriter(deps, limited, { parts, started }).writeAll(started),
    };
  }
  return {
    first: toPlanBeatsTask(task),
    write: async (started) => {
      const parts = planParts(await planBeats(deps, limited, started), task.targetWords);
      return await new PartWriter(deps, limited, { parts, started }).writeAll(null);
    },
  };
}

const toPlanBeatsTask = ({
  context,
  chapterTitle,
  description,
  targetWords,
  enhanced,
}: GenerateTask): PlanBeatsTask => ({
  kind: 'plan-beats',
  context,
  chapterTitle,
  description,
  targetWords,
  enhanced,
});

/** Without a usable plan of the model, the whole chapter is one beat. */
async function planBeats(deps: GenerationDeps, request: PartsRequest, started: Started): Promise<PlannedBeat[]> {
  const { task } = request;
  const planning = { ...request, task: toPlanBeatsTask(task), sendDelta: null, parse: parseJson(beatsSchema) };
  try {
    return (await callProvider(deps, planning, started)).beats;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'ai.bad_reply') throw error;
    return [{ text: `The chapter “${task.chapterTitle}”`, words: task.targetWords }];
  }
}

interface PartPosition {
  readonly parts: readonly Part[];
  readonly index: number;
  /** The text of the parts before it. */
  readonly written: string;
}

/** @param copied words of the first attempt that the part must not repeat */
function toWritePartTask(
  task: GenerateTask,
  { parts, index, written }: PartPosition,
  copied: string | null = null,
): WritePartTask {
  const { context, chapterTitle, description, targetWords, enhanced } = task;
  const { text = '', povEntryId = null, entryIds = [] } = parts[index] ?? {};
  return {
    kind: 'write-part',
    // The prompt lists the parts instead of the beats.
    context: {
      ...context,
      chapter: { ...context.chapter, beats: [] },
      pinnedEntries: new Set([...context.pinnedEntries, ...entryIds, ...(povEntryId === null ? [] : [povEntryId])]),
    },
    chapterTitle,
    description,
    enhanced,
    parts: parts.map((part) => part.text),
    index,
    text,
    words: wordsOfNext(parts.slice(index), targetWords - countWords(written)),
    povName: context.entries.find(({ id }) => id === povEntryId)?.name ?? null,
    written,
    copied,
  };
}

/** Writes the parts of one chapter in their order. */
class PartWriter {
  readonly #deps: GenerationDeps;
  readonly #request: PartsRequest;
  readonly #parts: readonly Part[];
  readonly #started: Started;
  /** What a client knows to be complete: the parts before the one that began last. */
  #completeForClient: WrittenChapter = { text: '', parts: null };

  constructor(
    deps: GenerationDeps,
    request: PartsRequest,
    { parts, started }: { readonly parts: readonly Part[]; readonly started: Started },
  ) {
    this.#deps = deps;
    this.#request = request;
    this.#parts = parts;
    this.#started = started;
  }

  /** @param firstCall the call of the first part, if it is prepared */
  async writeAll(firstCall: StartedCall | null): Promise<WrittenChapter> {
    const of = this.#parts.length;
    let written = '';
    for (const index of this.#parts.keys()) {
      try {
        written = await this.#write({ parts: this.#parts, index, written }, index === 0 ? firstCall : null);
      } catch (error) {
        const { aborted } = this.#request.signal;
        const finished = aborted ? this.#completeForClient : { text: written, parts: { done: index, of } };
        if (finished.text === '') throw error;
        this.#recordIncomplete(error, finished);
        return finished;
      }
    }
    return { text: written, parts: { done: of, of } };
  }

  #recordIncomplete(error: unknown, { parts }: WrittenChapter): void {
    const { task, signal } = this.#request;
    if (error instanceof AiRefusal) metrics.count('inkbear.ai.refusals', { kind: task.kind, reason: error.reason });
    const details = { callId: this.#started.callId, ...parts, reason: reasonOf(error) };
    this.#deps.logger[signal.aborted ? 'info' : 'warn'](details, 'chapter_incomplete');
  }

  /** Writes one part. Returns the chapter with it. */
  async #write(position: PartPosition, firstCall: StartedCall | null): Promise<string> {
    const { written, index } = position;
    const { sendDelta, signal } = this.#request;
    if (index > 0) await this.#renewReservation();
    const before = written === '' ? '' : written + separator;
    if (before !== written) sendDelta?.(separator);
    const first = await this.#call(position, { from: before.length, id: `${index}-a`, prepared: firstCall });
    const copied = await this.#findCopied(first, written);
    const text = copied === null ? first : await this.#writeAgain(position, { from: before.length, first, copied });
    signal.throwIfAborted();
    return before + text;
  }

  /** Writes a part once more that repeats words of the book; returns the first text when that fails. */
  async #writeAgain(
    position: PartPosition,
    { from, first, copied }: { readonly from: number; readonly first: string; readonly copied: string },
  ): Promise<string> {
    const { callId } = this.#started;
    this.#deps.logger.info({ callId, index: position.index }, 'chapter_part_repeats_book_text');
    try {
      return await this.#call(position, { from, id: `${position.index}-b`, prepared: null, copied });
    } catch (error) {
      this.#request.signal.throwIfAborted();
      this.#deps.logger.warn({ callId, index: position.index, reason: reasonOf(error) }, 'part_not_written_again');
      this.#notifyPartStart(position, from);
      this.#request.sendDelta?.(first);
      return first;
    }
  }

  async #call(
    position: PartPosition,
    { from, id, prepared, copied }: { from: number; id: string; prepared: StartedCall | null; copied?: string },
  ): Promise<string> {
    const { sendDelta } = this.#request;
    const task = toWritePartTask(this.#request.task, position, copied);
    const started = prepared ?? (await this.#prepare(task, `${this.#started.callId}-part-${id}`));
    this.#notifyPartStart(position, from);
    let sent = '';
    const send = (piece: string): void => {
      sent += piece;
      sendDelta?.(piece);
    };
    const text = await callProvider(
      this.#deps,
      { ...this.#request, task, sendDelta: send, parse: parseProse },
      { ...started, variant: this.#started.variant + (copied === undefined ? 0 : 1) },
    );
    // What was sent differs when the reply was trimmed, continued or malformed at first.
    if (sent !== text && sendDelta) {
      this.#notifyPartStart(position, from);
      sendDelta(text);
    }
    return text;
  }

  async #prepare(task: WritePartTask, callId: string): Promise<StartedCall> {
    const { scope, signal } = this.#request;
    const built = await this.#deps.worker.buildPrompt(task, { owner: scope.userId, signal });
    const prompt = withOutputLimit(built, this.#started.model);
    // A provider rejects an aborted call at once, and its tokens would count.
    signal.throwIfAborted();
    const firstReservation = await reserveTokens(this.#deps, { id: `${callId}-0`, userId: scope.userId, prompt });
    return { ...this.#started, callId, prompt, firstReservation };
  }

  #notifyPartStart({ parts, index, written }: PartPosition, from: number): void {
    const [line = ''] = (parts[index]?.text ?? '').split('\n', 1);
    const title =
      line.length <= titleLength ? line : `${line.slice(0, endOfWord(line, titleLength - 1))}…`.toWellFormed();
    this.#completeForClient = { text: written, parts: { done: index, of: parts.length } };
    this.#request.sendPart?.({ index, of: parts.length, title, from, resultId: this.#started.callId });
  }

  /** Errors are only logged. Without the renewal, the job may release the reservation of this running call. */
  async #renewReservation(): Promise<void> {
    const { callId } = this.#started;
    await this.#deps.usage
      .renewReservation(callId)
      .catch((err: unknown) => this.#deps.logger.warn({ err, callId }, 'reservation_renew_failed'));
  }

  /** The first words that the part repeats from the book; null when there are none or they cannot be searched. */
  async #findCopied(text: string, written: string): Promise<string | null> {
    // The offline provider repeats its own phrases; a second attempt would too.
    if (this.#deps.provider.name === 'offline') return null;
    const { scope, signal, task } = this.#request;
    const sources = [...task.context.earlierChapters.map(({ content }) => content), written];
    const search = { text, sources, count: copiedWords };
    return await this.#deps.worker.findRepeatedWords(search, { owner: scope.userId, signal }).catch((err: unknown) => {
      this.#deps.logger.warn({ err, callId: this.#started.callId }, 'copy_search_failed');
      return null;
    });
  }
}

/** Where the last word before a position ends; the position itself in a very long word. */
function endOfWord(text: string, position: number): number {
  const end = text.lastIndexOf(' ', position);
  return end < position / 2 ? position : end;
}

/** Why a part was not written. Never the message, which may quote the provider. */
const reasonOf = (error: unknown): string =>
  error instanceof ProblemError ? error.code : error instanceof Error ? error.name : 'unknown';
