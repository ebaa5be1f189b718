import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { isSpace } from '@inkbear/prose/word-count';
import type { JobOptions } from '@inkbear/service-kit/worker-pool';
import { estimateTokens, type Provider } from '../providers/provider.ts';
import { isStoryTask } from '../generations/story-task.ts';
import { type BookTask, isReadTask, type PartTask, type ProviderTask } from '../generations/task.ts';
import { coachChapter } from './coach.ts';
import { composePart, planBeats } from './parts.ts';
import { composeChapter, continueText } from './compose-chapter.ts';
import { answerStory } from './compose-story.ts';
import { planOutline, recommendGenre, suggestTitles } from './ideas.ts';
import { enrich, polish } from './rework.ts';

/** The complete offline reply, made from the author's data. Deterministic for the same task and variant. */
export function answerOffline(task: ProviderTask, variant: number): string {
  if (isReadTask(task)) throw new Error('The offline provider reads no chapters: rules do it without a model.');
  return isStoryTask(task) ? answerStory(task, variant) : answerBook(task, variant);
}

function answerBook(task: BookTask | PartTask, variant: number): string {
  switch (task.kind) {
    case 'generate':
      return composeChapter({
        context: task.context,
        description: task.description,
        targetWords: task.targetWords,
        variant,
      });
    case 'plan-beats':
      return JSON.stringify({ beats: planBeats(task) });
    case 'write-part':
      return composePart(task, variant);
    case 'polish':
    case 'rewrite':
    case 'instruct':
      return polish(task.content);
    case 'expand':
    case 'tone':
      return enrich(task.content, task.option, task.context, variant);
    case 'extend':
      return continueText(task.context, task.content, task.additionalWords, variant);
    case 'options':
      return JSON.stringify({
        options: Array.from({ length: task.count }, (_item, index) =>
          // Lone surrogates take six characters of JSON each.
          enrich(task.selectedText.toWellFormed(), task.option, task.context, variant * 10 + index),
        ),
      });
    case 'coach':
      return JSON.stringify(coachChapter(task));
    case 'titles':
      return JSON.stringify(suggestTitles(task, variant));
    case 'quiz':
      return JSON.stringify(recommendGenre(task));
    case 'outline':
      return JSON.stringify(planOutline(task));
  }
}

const pieceLength = 160;
/** Sent without a pause, about a millisecond of the event loop. */
const piecesPerTurn = 500;

/**
 * Cuts a text at white space into pieces of at most 160 UTF-16 units. Longer words are cut too, but never inside a
 * surrogate pair.
 */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = Math.min(text.length, start + pieceLength);
    if (end < text.length) end = cutBefore(text, { start, end });
    yield text.slice(start, end);
  }
}

function cutBefore(text: string, { start, end }: { start: number; end: number }): number {
  for (let at = end; at > start; at -= 1) if (isSpace(text.charCodeAt(at))) return at;
  const splitsPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return splitsPair ? end - 1 : end;
}

interface OfflineOptions {
  /** Milliseconds between two pieces of the stream. */
  readonly paceMs: number;
  /** Runs `answerOffline`; long tasks run in a worker thread. */
  readonly write: (task: ProviderTask, variant: number, job: JobOptions) => Promise<string>;
}

/** The provider that replies without a model, used when no API key is set. Pages label its texts as offline. */
export const offlineProvider = ({ paceMs, write }: OfflineOptions): Provider => ({
  name: 'offline',
  async generate({ stable, volatile, task, variant }, { signal, onAccepted, onDelta, owner }) {
    const text = await write(task, variant, { owner, signal });
    onAccepted();
    let sent = 0;
    for (const piece of piecesOf(text)) {
      if (paceMs > 0) await wait(paceMs, undefined, { signal });
      else if (++sent % piecesPerTurn === 0) await nextTurn(undefined, { signal });
      signal.throwIfAborted();
      onDelta(piece);
    }
    return { text, inputTokens: estimateTokens(stable + volatile), outputTokens: estimateTokens(text) };
  },
});
