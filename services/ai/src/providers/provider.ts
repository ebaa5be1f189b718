import type { Task } from '../generations/task.ts';

/** A request to a provider: the prompt for models, the task's data for the offline provider. */
export interface ProviderRequest {
  /** Rules and book data; the same for every call about one chapter, so that providers can cache the prefix. */
  readonly stable: string;
  /** What changes from call to call: the author's text and request. */
  readonly volatile: string;
  readonly expects: 'text' | 'json';
  readonly maxOutputTokens: number;
  readonly task: Task;
  /** 0 for the first reply, then one more for each variant or retry. */
  readonly variant: number;
}
export interface ProviderReply {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface GenerateOptions {
  readonly signal: AbortSignal;
  /** Called when the provider accepts the request: from then on the prompt's tokens count as spent. */
  readonly onAccepted: () => void;
  /** Gets each piece as it arrives. */
  readonly onDelta: (text: string) => void;
  /** The user's id, for fair sharing of worker threads where the provider has any. */
  readonly share: string;
}

/** A text generator. Throws when it fails or when `signal` aborts. */
export interface Provider {
  readonly name: 'openai-responses' | 'openai-chat' | 'offline';
  readonly model: string;
  generate(request: ProviderRequest, options: GenerateOptions): Promise<ProviderReply>;
}

/**
 * Estimates tokens before a call, and after one that broke off: four ASCII characters are about one token, any other
 * UTF-16 unit is about one. Rare scripts need up to three.
 */
export function estimateTokens(text: string): number {
  let nonAscii = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) nonAscii += 1;
  return Math.ceil((text.length - nonAscii) / 4) + nonAscii;
}
