import type { Task } from '../generations/task.ts';

/** What is asked of a provider: the same words for a model, the same facts for the offline one. */
export interface ProviderRequest {
  /** Rules and book data; alike for every call about one chapter, so that a provider can keep it. */
  readonly stable: string;
  /** What changes from call to call: the author's text and the wish. */
  readonly volatile: string;
  readonly expects: 'text' | 'json';
  readonly maxOutputTokens: number;
  readonly task: Task;
  /** 0 for the first answer, then one more for each "try again". */
  readonly variant: number;
}
export interface ProviderReply {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface GenerateOptions {
  readonly signal: AbortSignal;
  /** Called once the provider works on the request: from then on its prompt has been spent. */
  readonly onAccepted: () => void;
  /** Gets each piece as it arrives. */
  readonly onDelta: (text: string) => void;
  /** Whose share of worker threads this takes, where the provider has any: the user's id. */
  readonly share: string;
}

/** Whoever writes. Throws when it fails or when `signal` aborts. */
export interface Provider {
  readonly name: 'openai-responses' | 'openai-chat' | 'offline';
  readonly model: string;
  generate(request: ProviderRequest, options: GenerateOptions): Promise<ProviderReply>;
}

/** An estimate before a call, and for one that was broken off: four ASCII characters are about one token, any other UTF-16 unit about one. Rare scripts take up to three. */
export function estimateTokens(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) others += 1;
  return Math.ceil((text.length - others) / 4) + others;
}
