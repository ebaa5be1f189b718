import type { IdeaInput } from '@inkbear/contracts/ai/limit';
import { generateOutline, generateTitles, genreQuiz, regenerateOutline } from '@inkbear/contracts/ai/ideas';
import { readBookForOwner } from '@inkbear/contracts/books/internal';
import { canUseChapterAi } from '@inkbear/contracts/plans';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type Call, reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { z } from 'zod';
import { scopeOf } from '../quota/limit-rules.ts';
import type { GenerationDeps } from './generation.ts';
import { jsonReply } from './json-reply.ts';
import { requireOwnBook } from './load-context.ts';
import { outlineSchema, quizSchema, titlesSchema } from './parse-reply.ts';
import { type GenerationReceipt, runGeneration } from './run-generation.ts';
import type { Task } from './task.ts';

type IdeaDeps = GenerationDeps & { readonly peers: Peers };
/** The part of a call that is the same for all routes of this file. */
type AnyCall = Pick<Call<typeof generateTitles>, 'identity' | 'idempotencyKey' | 'signal' | 'sendPartial'>;
interface IdeaRequest<S extends z.ZodObject> {
  readonly task: Task;
  readonly schema: S;
  readonly bookId: string | null;
  readonly variantOf: string | undefined;
  readonly ideaInput?: IdeaInput;
}

/** Titles, genre quiz and outlines. Every plan may use them; the free plan has a monthly limit. */
export const ideaRoutes = (deps: IdeaDeps): ServedRoute[] => [
  serve(generateTitles, async (call) => {
    const { topic, genre, bookId, variantOf } = call.body;
    if (bookId) await requireOwnBook(deps.peers, call.identity.userId, bookId);
    const titles = await generateIdea(deps, call, {
      task: { kind: 'titles', topic, genre },
      schema: titlesSchema,
      bookId: bookId ?? null,
      variantOf,
      ideaInput: { topic, genre },
    });

    return reply(200, titles);
  }),

  serve(genreQuiz, async (call) => {
    const { variantOf, ...answers } = call.body;
    const task = { kind: 'quiz', ...answers } as const;

    return reply(200, await generateIdea(deps, call, { task, schema: quizSchema, bookId: null, variantOf }));
  }),

  ...outlineRoutes(deps),
];

const outlineRoutes = (deps: IdeaDeps): ServedRoute[] => [
  serve(generateOutline, async (call) => {
    const { title, genre, targetLength, premise, bookId, variantOf } = call.body;
    if (bookId) await requireOwnBook(deps.peers, call.identity.userId, bookId);
    const outline = await generateIdea(deps, call, {
      task: { kind: 'outline', title, genre, targetLength, notes: premise },
      schema: outlineSchema,
      bookId: bookId ?? null,
      variantOf,
      ideaInput: { title, genre, targetLength, ...(premise === '' ? {} : { premise }) },
    });

    return reply(200, outline);
  }),

  serve(regenerateOutline, async (call) => {
    const { bookId, title, genre, userNotes, variantOf } = call.body;
    const { userId } = call.identity;
    const planRequired = new ProblemError('plan.required', { message: 'Regenerating the outline needs a Pro plan.' });
    await deps.entitlements.require(userId, canUseChapterAi, planRequired);
    const { book } = await deps.peers.call(readBookForOwner, { params: { id: bookId }, query: { userId } });
    if (book.aiSuspended) throw new ProblemError('ai.suspended');

    const targetLength = book.wordCount;
    const outline = await generateIdea(deps, call, {
      task: { kind: 'outline', title, genre, targetLength, notes: userNotes },
      schema: outlineSchema,
      bookId,
      variantOf,
      ideaInput: { title, genre, targetLength },
    });

    return reply(200, outline);
  }),
];

async function generateIdea<S extends z.ZodObject>(
  deps: IdeaDeps,
  { identity, idempotencyKey, signal, sendPartial }: AnyCall,
  { task, schema, bookId, variantOf, ideaInput }: IdeaRequest<S>,
): Promise<z.output<S> & GenerationReceipt> {
  const { parsed, ...receipt } = await runGeneration(deps, {
    scope: scopeOf(identity.userId, { bookId }),
    task,
    requestKey: idempotencyKey,
    variantOf,
    ideaInput,
    signal,
    ...jsonReply(schema, sendPartial),
  });
  return { ...(parsed as object), ...receipt } as z.output<S> & GenerationReceipt;
}
