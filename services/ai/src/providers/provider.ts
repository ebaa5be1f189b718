import type { Task } from '../generations/task.ts';
import type { Prompt } from '../prompts/prompt.ts';

/** A request to a provider. Models use the prompt, the offline provider uses the task's data. */
export interface ProviderRequest extends Prompt {
  readonly task: Task;
  /** 0 for the first reply, incremented for each variant or retry. */
  readonly variant: number;
}
export interface ProviderReply {
  readonly text: string;
  /** True when the model declined to write this, or a content filter ended its reply. */
  readonly isRefused?: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** More of a refusal is not kept, in UTF-16 units. It is never shown. */
export const maxRefusalLength = 2000;

interface GenerateOptions {
  readonly signal: AbortSignal;
  /** Called when the provider accepts the request. From then on the prompt's tokens count as spent. */
  readonly onAccepted: () => void;
  /** Called with each piece of text as it arrives. Throws when the reply is longer than any that was asked for. */
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
 * Estimates the tokens of a text, before a call and after an interrupted one. Four ASCII characters are about one
 * token, any other UTF-16 unit is about one; rare scripts need up to three.
 */
export function estimateTokens(text: string): number {
  let nonAscii = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) nonAscii += 1;
  return Math.ceil((text.length - nonAscii) / 4) + nonAscii;
}
