import type { AskedIdea, Limit } from '@inkbear/contracts/ai/limit';
import { aiCallSettled } from '@inkbear/contracts/events';
import { limits as planLimits } from '@inkbear/contracts/plans';
import { countWords } from '@inkbear/prose/word-count';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Prompt } from '../prompts/frame.ts';
import { estimateTokens, type Provider, type ProviderReply } from '../providers/provider.ts';
import { announceCounters } from '../quota/announce-counters.ts';
import { giveBack } from '../quota/give-back.ts';
import {
  bookWords,
  type LimitRule,
  presentLimit,
  rulesFor,
  rulesToShow,
  type Scope,
  wordsOf,
} from '../quota/limit-rules.ts';
import type { Quota } from '../quota/quota.ts';
import type { TokenCeilings } from '../quota/token-ceilings.ts';
import type { ResultRepository, ResultRow } from '../results/result.repository.ts';
import type { GenerationWorker } from './generation-worker.ts';
import type { Task } from './task.ts';

export interface GenerationDeps {
  provider: Provider;
  worker: GenerationWorker;
  quota: Quota;
  tokens: TokenCeilings;
  results: ResultRepository;
  entitlements: Entitlements;
  outbox: Outbox;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  prices: { input: number; output: number };
}
interface CallBase {
  readonly scope: Scope;
  readonly task: Task;
  readonly variantOf: string | undefined;
  /** The chapter's revision that was asked about, where there is one. */
  readonly askedRev?: number | undefined;
  /** Kept with the result, where it has no place that says it. */
  readonly asked?: AskedIdea | undefined;
  readonly signal: AbortSignal;
  readonly sendDelta: ((text: string) => void) | null;
}
export interface GenerationCall<T> extends CallBase {
  /** Reads the provider's text; null when it does not fit, which is tried once more. */
  readonly parse: (text: string) => T | null;
  /** What is kept as the result. */
  readonly textOf: (parsed: T) => string;
  /** Whose words are counted, where the result is not kept as prose. */
  readonly proseOf?: (parsed: T) => string;
}
type Outcome = 'finished' | 'stopped' | 'failed';

/**
 * Reserve tokens and the use → ask the provider → settle and keep the result. Whatever brings nothing gives the use back;
 * tokens count for every outcome.
 */
export async function runGeneration<T>(
  deps: GenerationDeps,
  call: GenerationCall<T>,
): Promise<{ parsed: T; resultId: string; limits: Limit[] }> {
  const { quota, newId, worker } = deps;
  const { scope, task } = call;
  const callId = newId();
  const original = call.variantOf === undefined ? null : await findOriginal(deps, call, call.variantOf);
  const prompt = await worker.buildPrompt(task, { share: scope.userId, signal: call.signal });
  const firstTokens = await reserveTokens(deps, { id: `${callId}-0`, userId: scope.userId, prompt });
  await reserveUse(deps, call, callId, original).catch(async (error: unknown) => {
    await firstTokens.settle(0);
    throw error;
  });

  const asked: Asked = { prompt, firstTokens, callId, meter: { input: 0, output: 0, started: Date.now() } };
  let parsed: T;
  try {
    const answer = await askTwice(deps, call, { ...asked, variant: original ? 1 : 0 });
    await settle(deps, call, { ...asked, outcome: 'finished' }, async (transaction) => {
      await quota.settle(callId, countWords((call.proseOf ?? call.textOf)(answer)), transaction.session);
      await deps.results.insert(
        {
          _id: callId,
          ...scope,
          kind: task.kind,
          text: call.textOf(answer),
          variantOf: original?._id ?? null,
          askedRev: call.askedRev ?? null,
          asked: call.asked ?? null,
        },
        transaction.session,
      );
    });
    parsed = answer;
  } catch (error) {
    throw await closeFailedCall(deps, call, asked, error);
  }
  return { parsed, resultId: callId, limits: await listLimits(deps, scope) };
}

/** What one call carries from its reservation to its end. */
interface Asked {
  readonly callId: string;
  readonly prompt: Prompt;
  /** The tokens of the first attempt. */
  readonly firstTokens: HeldTokens;
  readonly meter: { input: number; output: number; started: number };
}

/** Gives the use back, or counts it when the author has stopped too often; answers the error for the client. */
async function closeFailedCall(deps: GenerationDeps, call: CallBase, asked: Asked, error: unknown): Promise<unknown> {
  const { quota, logger } = deps;
  const { scope, task, signal } = call;
  const { callId } = asked;
  const outcome: Outcome = wasStopped(signal) ? 'stopped' : 'failed';
  await settle(deps, call, { ...asked, outcome }, async (transaction) => {
    const subject = scope.chapterId ?? scope.storyId ?? scope.bookId ?? scope.userId;
    const isFree =
      outcome === 'failed' ||
      (await quota.takeFreeStop({ userId: scope.userId, subject, action: task.kind }, transaction.session));
    await (isFree ? giveBack(deps, callId, transaction.session) : quota.settle(callId, 0, transaction.session));
  }).catch((err: unknown) => logger.error({ err, callId }, 'generation_outcome_not_stored'));
  return asProblem(error, signal, outcome);
}

interface HeldTokens {
  /** Corrects the reservation to what was spent. An error is logged: the reservation is then released as abandoned. */
  readonly settle: (spent: number) => Promise<void>;
}

/** Reserves what a provider call may spend at most: the prompt's estimated tokens and its limit of output tokens. */
async function reserveTokens(
  { tokens, logger }: GenerationDeps,
  { id, userId, prompt }: { id: string; userId: string; prompt: Prompt },
): Promise<HeldTokens> {
  const promptTokens = estimateTokens(prompt.stable + prompt.volatile);
  await tokens.reserve({ id, userId, promptTokens, amount: promptTokens + prompt.maxOutputTokens });
  return {
    settle: (spent) =>
      tokens
        .settle({ id, userId }, spent)
        .catch((err: unknown) => logger.error({ err, reservationId: id }, 'token_reservation_not_settled')),
  };
}

/** The author's Stop closes the connection; whoever else ends a call, a process that stops or a deadline, gives a reason of its own. */
const wasStopped = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && (reason as Partial<Error>).name === 'AbortError';

function asProblem(error: unknown, { reason }: AbortSignal, outcome: Outcome): unknown {
  if (reason instanceof ProblemError) return reason;
  return error instanceof ProblemError || outcome === 'stopped'
    ? error
    : new ProblemError('ai.provider_failed', { cause: error });
}

/** Takes the use and the words. A "try again" belongs to its first use and takes one of its turns and the words, or neither. */
async function reserveUse(
  deps: GenerationDeps,
  { scope, task }: CallBase,
  callId: string,
  original: ResultRow | null,
): Promise<void> {
  const amount = wordsOf(task);
  const words = scope.bookId && amount > 0 ? { rule: bookWords(scope.bookId), amount } : null;
  const claim = { scope, words, variantOf: original?._id ?? null };
  if (!original)
    return await reserveRules(deps, { scope, task }, (rules) => deps.quota.reserve(callId, { ...claim, rules }));
  await deps.quota.reserve(callId, { ...claim, rules: [] }, async (session) => {
    if (!(await deps.results.takeVariant(original._id, session))) throw noMoreTries();
  });
}

/** Before a number that a plan raises refuses, billing is asked once, because its event may still be on its way. */
async function reserveRules(
  { entitlements, clock }: GenerationDeps,
  { scope, task }: Pick<CallBase, 'scope' | 'task'>,
  reserve: (rules: LimitRule[]) => Promise<void>,
): Promise<void> {
  const known = await entitlements.find(scope.userId);
  const rules = rulesFor(task, scope, known, clock.now());
  try {
    await reserve(rules);
  } catch (error) {
    const mayBeLate =
      error instanceof ProblemError &&
      error.code === 'ai.limit_reached' &&
      !known.isActive &&
      rules.some(({ limit }) => limit === 'ideas' || limit === 'coaching');
    const owners = mayBeLate ? await entitlements.fetchFromBilling(scope.userId) : null;
    if (!owners?.isActive) throw error;
    await reserve(rulesFor(task, scope, owners, clock.now()));
  }
}

export async function listLimits(
  { quota, entitlements, clock }: Pick<GenerationDeps, 'quota' | 'entitlements' | 'clock'>,
  scope: Scope,
): Promise<Limit[]> {
  const rules = rulesToShow(scope, await entitlements.find(scope.userId), clock.now());
  const used = await quota.usedOf(rules.map(({ key }) => key));
  return rules.map((rule, index) => presentLimit(rule, used[index] ?? 0));
}

const noMoreTries = () =>
  new ProblemError('ai.limit_reached', { message: 'You can try again twice, within 15 minutes of the first result.' });

async function findOriginal({ results, clock }: GenerationDeps, { scope, task }: CallBase, resultId: string) {
  const result = await results.find(scope.userId, resultId);
  if (
    !result ||
    result.kind !== task.kind ||
    result.bookId !== scope.bookId ||
    result.chapterId !== scope.chapterId ||
    (result.storyId ?? null) !== scope.storyId
  )
    throw new ProblemError('ai.result_not_found');
  const isFresh = clock.now().getTime() - result.createdAt.getTime() <= planLimits.variantMinutes * 60_000;
  if (result.variantOf !== null || !isFresh) throw noMoreTries();
  return result;
}

/** A reply that cannot be read is asked for once more; a stream that has begun is not. */
async function askTwice<T>(
  deps: GenerationDeps,
  call: GenerationCall<T>,
  asked: Asked & { variant: number },
): Promise<T> {
  const { userId } = call.scope;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const held =
      attempt === 0
        ? asked.firstTokens
        : await reserveTokens(deps, { id: `${asked.callId}-${attempt}`, userId, prompt: asked.prompt });
    const reply = await ask(deps.provider, call, { ...asked, held, variant: asked.variant + attempt });
    const parsed = call.parse(reply.text);
    if (parsed !== null) return parsed;
    deps.logger.warn({ kind: call.task.kind, attempt, characters: reply.text.length }, 'provider_reply_malformed');
  }
  throw new ProblemError('ai.bad_reply');
}

async function ask(
  provider: Provider,
  call: CallBase,
  { prompt, held, variant, meter }: Asked & { held: HeldTokens; variant: number },
): Promise<ProviderReply> {
  const { task, signal, sendDelta, scope } = call;
  let arrived = '';
  let isAccepted = false;
  const onDelta = (text: string): void => {
    arrived += text;
    if (prompt.expects === 'text') sendDelta?.(text);
  };
  const spend = async (inputTokens: number, outputTokens: number): Promise<void> => {
    meter.input += inputTokens;
    meter.output += outputTokens;
    await held.settle(inputTokens + outputTokens);
  };
  const onAccepted = (): void => {
    isAccepted = true;
  };
  const reply = await provider
    .generate({ ...prompt, task, variant }, { signal, onAccepted, onDelta, share: scope.userId })
    .catch(async (error: unknown) => {
      const mayHaveBegun = isAccepted || arrived !== '' || !wasRefused(error);
      if (!mayHaveBegun) await spend(0, 0);
      else await spend(estimateTokens(prompt.stable + prompt.volatile), estimateTokens(arrived));
      throw error;
    });
  await spend(reply.inputTokens, reply.outputTokens);
  signal.throwIfAborted();
  return reply;
}

const notReached = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether a provider surely did no work: it was not reached, answered with a status of its own, or our queue was full. A timeout proves nothing. */
function wasRefused(error: unknown): boolean {
  const { status, code, cause } = error as { status?: unknown; code?: unknown; cause?: { code?: unknown } };
  return (
    error instanceof ProblemError || typeof status === 'number' || notReached.has(code) || notReached.has(cause?.code)
  );
}

/** One transaction for what became of the call, and its cost for the admins. */
async function settle(
  deps: GenerationDeps,
  { scope, task }: CallBase,
  { callId, meter, outcome }: Pick<Asked, 'callId' | 'meter'> & { outcome: Outcome },
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { outbox, quota, provider, prices, clock } = deps;
  await outbox.run(async (transaction) => {
    await work(transaction);
    await announceCounters(quota, scope, transaction);
    const cost = Number(((meter.input * prices.input + meter.output * prices.output) / 1_000_000).toFixed(4));
    await transaction.emit(aiCallSettled, callId, {
      callId,
      userId: scope.userId,
      action: task.kind,
      bookId: scope.bookId,
      chapterId: scope.chapterId,
      storyId: scope.storyId,
      outcome,
      model: provider.model,
      inputTokens: meter.input,
      outputTokens: meter.output,
      cost,
      latencyMs: Date.now() - meter.started,
      at: clock.now().toISOString(),
    });
  });
}
