import { setTimeout as wait } from 'node:timers/promises';
import { estimateTokens, type Provider } from '../providers/provider.ts';
import { isStoryTask } from '../generations/story-task.ts';
import type { BookTask, Task } from '../generations/task.ts';
import { coachChapter } from './coach.ts';
import { composeChapter, continueText } from './compose-chapter.ts';
import { answerStory } from './compose-story.ts';
import { planOutline, recommendGenre, suggestTitles } from './ideas.ts';
import { enrich, polish } from './rework.ts';

/** The whole answer of the offline provider: made from the author's own data, always the same for the same wish. */
export const answerOffline = (task: Task, variant: number): string => (isStoryTask(task) ? answerStory(task, variant) : answerBook(task, variant));

function answerBook(task: BookTask, variant: number): string {
  switch (task.kind) {
    case 'generate':
      return composeChapter({ context: task.context, description: task.description, targetWords: task.targetWords, variant });
    case 'polish':
    case 'rewrite':
      return polish(task.content);
    case 'expand':
    case 'tone':
      return enrich(task.content, task.option, task.context, variant);
    case 'extend':
      return continueText(task.context, task.content, task.additionalWords, variant);
    case 'options':
      return JSON.stringify({ options: Array.from({ length: task.count }, (_item, index) => enrich(task.selectedText, task.option, task.context, variant * 10 + index)) });
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

/** Writes without any model, for a machine without a key. Pages label it; it never passes for a model. */
export const offlineProvider = (paceMs: number): Provider => ({
  name: 'offline',
  model: 'offline',
  async generate({ stable, volatile, task, variant }, { signal, onDelta }) {
    const text = answerOffline(task, variant);
    for (const piece of text.match(/[\s\S]{1,160}(?=\s|$)|[\s\S]+?$/g) ?? []) {
      if (paceMs > 0) await wait(paceMs, undefined, { signal });
      signal.throwIfAborted();
      onDelta(piece);
    }
    return { text, inputTokens: estimateTokens(stable + volatile), outputTokens: estimateTokens(text) };
  },
});
