import type { ProviderTask } from '../generations/task.ts';
import type { Model } from '../models/choose-models.ts';
import type { Prompt } from '../prompts/prompt.ts';

/** A request to a provider. Models use the prompt, the offline provider uses the task's data. */
export interface ProviderRequest extends Prompt {
  readonly task: ProviderTask;
  /** 0 for the first reply, incremented for each variant or retry. */
  readonly variant: number;
  readonly model: Model;
  /** The same for all requests about one book, so that they share the provider's cache. Null without a book. */
  readonly cacheKey: string | null;
}
export interface ProviderReply extends ReplyTokens {
  readonly text: string;
  /** True when the model declined to write this, or a content filter ended its reply. */
  readonly isRefused?: boolean;
  /** True when the reply ended at the output limit, before the model had finished. */
  readonly isTruncated?: boolean;
}
export interface ReplyTokens {
  readonly inputTokens: number;
  /** Of the input tokens: those that the provider read from its cache. */
  readonly cachedTokens?: number;
  /** Of the input tokens: those that the provider wrote to its cache. */
  readonly cacheWriteTokens?: number;
  /** Includes the reasoning tokens of the model. */
  readonly outputTokens: number;
}

/** Tokens that were spent. `cached` and `cacheWrite` are parts of `input`. */
export interface TokenUsage {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
}
export const zeroTokenUsage: TokenUsage = { input: 0, cached: 0, cacheWrite: 0, output: 0 };

export const addTokens = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  cacheWrite: a.cacheWrite + b.cacheWrite,
  output: a.output + b.output,
});

/** More of a refusal is not kept, in UTF-16 units. It is never shown. */
export const maxRefusalLength = 2000;

interface GenerateOptions {
  readonly signal: AbortSignal;
  /** Called when the provider accepts the request. From then on the prompt's tokens count as spent. */
  readonly onAccepted: () => void;
  /** Called with each piece of text as it arrives. Throws when the reply is longer than any that was asked for. */
  readonly onDelta: (text: string) => void;
  /** The user's id, for fair scheduling of worker threads where the provider has any. */
  readonly owner: string;
}

/** A text generator. Throws when it fails or when `signal` aborts. */
export interface Provider {
  readonly name: 'openai-responses' | 'openai-chat' | 'offline';
  generate(request: ProviderRequest, options: GenerateOptions): Promise<ProviderReply>;
}

/**
 * Estimates the tokens of a text, before a call and after an interrupted one. Four ASCII characters are about one
 * token, any other UTF-16 unit is about one; rare scripts need up to three.
 */
export function estimateTokens(text: string): number {
  let nonAscii = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) nonAscii += 1;
  return Math.ceil((text.length - nonAscii) / 4) + nonAscii;
}

/** Estimates the tokens of a call whose reply did not say them. */
export const estimateUsage = (
  { stable, volatile }: Pick<Prompt, 'stable' | 'volatile'>,
  text: string,
): ReplyTokens => ({ inputTokens: estimateTokens(stable + volatile), outputTokens: estimateTokens(text) });
