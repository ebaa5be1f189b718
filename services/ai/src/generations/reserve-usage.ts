import { limits } from '@inkbear/contracts/plans';
import { ProblemError } from '@inkbear/service-kit/problem';
import { AiRefusal } from '../quota/ai-refusal.ts';
import { bookWordsLimit, type LimitRule, requestedWords, rulesFor } from '../quota/limit-rules.ts';
import type { ResultRow } from '../results/result.repository.ts';
import type { GenerationDeps, GenerationRequest } from './generation.ts';

const noVariantsLeft = () =>
  new AiRefusal('ai.limit_reached', 'variants', {
    message: 'You can try again twice, within 15 minutes of the first result.',
  });

/** The stored result of a request that is repeated because its reply was lost. It is not counted again. */
export const findStoredResult = async (
  { results }: Pick<GenerationDeps, 'results'>,
  { scope, task, requestKey }: Pick<GenerationRequest, 'scope' | 'task' | 'requestKey'>,
): Promise<ResultRow | null> =>
  requestKey === null ? null : await results.findByRequestKey(scope, task.kind, requestKey);

/**
 * Returns the first result that a variant is requested for; null when the request is for no variant. Throws 404 when
 * the result is about another book, chapter or story, and 429 when it is too old or a variant itself.
 */
export async function findOriginal(
  { results, clock }: GenerationDeps,
  { scope, task, variantOf }: GenerationRequest,
): Promise<ResultRow | null> {
  if (variantOf === undefined) return null;
  const result = await results.find(scope.userId, variantOf);
  if (
    !result ||
    result.kind !== task.kind ||
    result.bookId !== scope.bookId ||
    result.chapterId !== scope.chapterId ||
    (result.storyId ?? null) !== scope.storyId
  )
    throw new ProblemError('ai.result_not_found');
  const isRecent = clock.now().getTime() - result.createdAt.getTime() <= limits.variantMinutes * 60_000;
  if (result.variantOf !== null || !isRecent) throw noVariantsLeft();
  return result;
}

/**
 * Counts a call against its limits and reserves its words. A variant is not counted again: it reserves one of the
 * original result's variants instead, in the same transaction as the words. Throws 429 `ai.limit_reached`.
 */
export async function reserveUsage(
  deps: GenerationDeps,
  request: GenerationRequest,
  { callId, original }: { readonly callId: string; readonly original: ResultRow | null },
): Promise<void> {
  const { scope, task } = request;
  const amount = requestedWords(task);
  const words = scope.bookId && amount > 0 ? { rule: bookWordsLimit(scope.bookId), amount } : null;
  const reservation = { scope, words, variantOf: original?._id ?? null };
  if (!original)
    return await reserveWithFreshPlan(deps, request, (rules) => deps.usage.reserve(callId, { ...reservation, rules }));
  await deps.usage.reserve(callId, { ...reservation, rules: [] }, async (session) => {
    if (!(await deps.results.reserveVariant(original._id, session))) throw noVariantsLeft();
  });
}

/**
 * Asks billing once before a free plan's limit rejects a call, because the event of an upgrade may not have arrived
 * yet.
 */
async function reserveWithFreshPlan(
  { entitlements, clock }: GenerationDeps,
  { scope, task }: GenerationRequest,
  reserve: (rules: LimitRule[]) => Promise<void>,
): Promise<void> {
  const lastPublished = await entitlements.find(scope.userId);
  const rules = rulesFor(task, scope, lastPublished, clock.now());
  try {
    await reserve(rules);
  } catch (error) {
    const mayBeStale =
      error instanceof ProblemError &&
      error.code === 'ai.limit_reached' &&
      !lastPublished.isActive &&
      rules.some(({ limit }) => limit === 'ideas' || limit === 'coaching');
    const current = mayBeStale ? await entitlements.fetchFromBilling(scope.userId) : null;
    if (!current?.isActive) throw error;
    await reserve(rulesFor(task, scope, current, clock.now()));
  }
}
