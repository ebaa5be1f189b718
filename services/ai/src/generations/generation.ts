import type { IdeaInput, PartCount } from '@inkbear/contracts/ai/limit';
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
import type { ResultRepository, ResultRow } from '../results/result.repository.ts';
import type { GenerationWorker } from './generation-worker.ts';
import type { PartialStream } from './partial-replies.ts';
import type { PartTask, ProviderTask, ProviderTaskKind, Task } from './task.ts';

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
  /** The kind of the prompt that produced the result, if it differs from the task's kind. */
  readonly promptKind?: ProviderTaskKind;
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

/** How a reply that takes several calls of the provider is written. */
export interface ReplyInParts<T> {
  /** The first call. */
  readonly first: PartTask;
  readonly write: (started: StartedCall & { readonly variant: number }) => Promise<T>;
}

export interface GenerationCall<T> extends GenerationRequest {
  /** Absent when one call writes the reply. */
  readonly parts?: ReplyInParts<T>;
  /**
   * Parses the provider's text. Null when it is malformed; the provider is then called once more.
   * @param stored the result whose text it is, when a request is repeated
   */
  readonly parse: (text: string, stored?: ResultRow) => T | null;
  /**
   * How many parts of the reply were written, stored with the result. A result with fewer than all counts as a use when
   * its author has stopped it, and not when it failed.
   */
  readonly partsOf?: (parsed: T) => PartCount | null;
  /** The text that is stored as the result. */
  readonly textOf: (parsed: T) => string;
  /** The prose whose words count against the book's limit. Only needed where the stored text is JSON. */
  readonly proseOf?: (parsed: T) => string;
}

/** What one call of the provider is for: a whole request, or a part of one. */
export interface ProviderCall<T> extends Pick<
  GenerationCall<T>,
  'scope' | 'signal' | 'sendDelta' | 'partialStream' | 'parse'
> {
  readonly task: ProviderTask;
  /** A call that no author requested, which may spend only a share of the author's daily tokens. */
  readonly isAutomatic?: boolean;
}

/** A call that is counted and whose tokens are reserved. */
export interface StartedCall {
  readonly callId: string;
  readonly model: Model;
  readonly prompt: Prompt;
  /** The token reservation of the first attempt. */
  readonly firstReservation: TokenReservation;
  /** Tokens spent by all attempts so far, which are updated in place, and when the call started (epoch milliseconds). */
  readonly callStats: { tokens: TokenUsage; readonly startedAt: number };
}
