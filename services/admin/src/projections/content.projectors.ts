import { aiCallSettled, bookCreated, bookRemoved, storyChanged } from '@inkbear/contracts/events';
import { monthOf } from '../analytics/months.ts';
import { projector, type Projector } from './projector.ts';

/** Books, stories and AI calls. */
export const contentProjectors: readonly Projector[] = [
  projector(bookCreated, async ({ data: { bookId, userId, createdAt } }, { upsertPart }) => {
    await upsertPart('books', bookId, 'created', { userId, createdAt: new Date(createdAt) });
    return [userId];
  }),

  projector(bookRemoved, async ({ data: { bookId, userId, stage }, time }, { upsertState }) => {
    await upsertState('books', bookId, 'removed', { stage, at: new Date(time), isGone: stage !== 'restored' });
    return [userId];
  }),

  projector(
    storyChanged,
    async ({ data: { storyId, userId, title, storyType, wordCount, createdAt, stage } }, { upsertData, isErased }) => {
      await upsertData('stories', storyId, {
        userId,
        title: (await isErased(userId)) ? '' : title,
        storyType,
        wordCount,
        createdAt: new Date(createdAt),
        stage,
      });
      return [userId];
    },
  ),

  projector(aiCallSettled, async ({ data, time }, { upsertData }) => {
    const { callId, userId, bookId, outcome, model, inputTokens, outputTokens, cost, latencyMs } = data;
    const at = data.at ?? time;
    await upsertData('ai_calls', callId, {
      userId,
      bookId,
      outcome,
      model,
      inputTokens,
      outputTokens,
      tokens: inputTokens + outputTokens,
      cost,
      latencyMs,
      at: new Date(at),
      day: at.slice(0, 10),
      month: monthOf(new Date(at)),
    });
    return [userId];
  }),
];
