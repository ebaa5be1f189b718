import type { AskedIdea } from '@inkbear/contracts/ai/limit';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { Prompt } from '../prompts/frame.ts';
import type { Provider } from '../providers/provider.ts';
import type { Scope } from '../quota/limit-rules.ts';
import type { TokenCeilings } from '../quota/token-ceilings.ts';
import type { UsageRepository } from '../quota/usage.repository.ts';
import type { ResultRepository } from '../results/result.repository.ts';
import type { GenerationWorker } from './generation-worker.ts';
import type { TokenPrices } from './provider-telemetry.ts';
import type { Task } from './task.ts';

export interface TokenReservation {
  /** Corrects the reservation to the tokens spent. An error is logged: the job then releases it as abandoned. */
  readonly correct: (spent: number) => Promise<void>;
}

export interface GenerationDeps {
  provider: Provider;
  worker: GenerationWorker;
  usage: UsageRepository;
  tokens: TokenCeilings;
  results: ResultRepository;
  entitlements: Entitlements;
  outbox: Outbox;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  prices: TokenPrices;
}

export interface GenerationRequest {
  readonly scope: Scope;
  readonly task: Task;
  /** The first result, when the author asks for another variant of it. */
  readonly variantOf: string | undefined;
  /** The revision of the chapter or story that the request is about, if there is one. */
  readonly askedRev?: number | undefined;
  /** Stored with results that have no chapter or story: the topic or title they were requested for. */
  readonly asked?: AskedIdea | undefined;
  readonly signal: AbortSignal;
  readonly sendDelta: ((text: string) => void) | null;
}

export interface GenerationCall<T> extends GenerationRequest {
  /** Parses the provider's text. Null when it is malformed; the provider is then called once more. */
  readonly parse: (text: string) => T | null;
  /** The text that is stored as the result. */
  readonly textOf: (parsed: T) => string;
  /** The prose whose words are counted, where the stored text is not prose itself. */
  readonly proseOf?: (parsed: T) => string;
}

/** A call whose use and tokens are reserved. */
export interface StartedCall {
  readonly callId: string;
  readonly prompt: Prompt;
  /** The token reservation of the first attempt. */
  readonly firstTokens: TokenReservation;
  /** Tokens spent by all attempts so far. */
  readonly meter: { input: number; output: number; startedAt: number };
}
