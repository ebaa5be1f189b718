import type { IdeaInput } from '@inkbear/contracts/ai/limit';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Model, Models } from '../models/choose-models.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { Provider, TokenUsage } from '../providers/provider.ts';
import type { Scope } from '../quota/limit-rules.ts';
import type { TokenCeilings } from '../quota/token-ceilings.ts';
import type { UsageRepository } from '../quota/usage.repository.ts';
import type { ResultRepository } from '../results/result.repository.ts';
import type { GenerationWorker } from './generation-worker.ts';
import type { PartialStream } from './partial-replies.ts';
import type { Task } from './task.ts';

/** The tokens that one provider call may spend, counted against the daily ceilings. */
export interface TokenReservation {
  /**
   * Replaces the reserved tokens with the tokens spent. Never rejects: an error is logged, and the job for abandoned
   * reservations releases the tokens later.
   */
  readonly correct: (spent: number) => Promise<void>;
}

export interface GenerationDeps {
  provider: Provider;
  models: Models;
  worker: GenerationWorker;
  usage: UsageRepository;
  tokens: TokenCeilings;
  results: ResultRepository;
  entitlements: Entitlements;
  outbox: Outbox;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

export interface GenerationRequest {
  readonly scope: Scope;
  readonly task: Task;
  /** Identifies a request that is sent again because its reply was lost; null when the client sent no key. */
  readonly requestKey: string | null;
  /** Id of the first result, when the author requests another variant of it. */
  readonly variantOf: string | undefined;
  /** The revision of the chapter or story on which the request is based, if there is one. */
  readonly baseRev?: number | undefined;
  /** The topic or title of an idea, stored with its result so that the idea can be used later. */
  readonly ideaInput?: IdeaInput | undefined;
  /** Aborts when the author stops the call, at the route's deadline and on shutdown. */
  readonly signal: AbortSignal;
  /** Streams a piece of text to the client; null for JSON, or when the client did not request a stream. */
  readonly sendDelta: ((text: string) => void) | null;
  /** Streams the complete fields of a JSON reply to the client; null for prose, or without a stream. */
  readonly partialStream?: PartialStream | null;
}

export interface GenerationCall<T> extends GenerationRequest {
  /** Parses the provider's text. Null when it is malformed; the provider is then called once more. */
  readonly parse: (text: string) => T | null;
  /** The text that is stored as the result. */
  readonly textOf: (parsed: T) => string;
  /** The prose whose words count against the book's limit. Only needed where the stored text is JSON. */
  readonly proseOf?: (parsed: T) => string;
}

/** A call that is counted and whose tokens are reserved. */
export interface StartedCall {
  readonly callId: string;
  readonly model: Model;
  readonly prompt: Prompt;
  /** The token reservation of the first attempt. */
  readonly firstReservation: TokenReservation;
  /** Tokens spent by all attempts so far, which are updated in place, and when the call started (epoch milliseconds). */
  readonly meter: { tokens: TokenUsage; readonly startedAt: number };
}
