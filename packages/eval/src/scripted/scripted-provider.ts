import type { Provider, ProviderReply, ProviderRequest } from '@inkbear/ai/src/providers/provider.ts';
import { estimateTokens } from '@inkbear/ai/src/providers/provider.ts';

/** UTF-16 units of a piece of a reply. */
const pieceLength = 200;

/** A provider that gives prepared replies in order, in pieces like a real one. It throws when there are no more. */
export class ScriptedProvider implements Provider {
  readonly name = 'offline';
  /** The requests so far. */
  readonly requests: ProviderRequest[] = [];
  readonly #replies: string[];

  constructor(replies: readonly string[]) {
    this.#replies = [...replies];
  }

  async generate(
    request: ProviderRequest,
    { signal, onAccepted, onDelta }: Parameters<Provider['generate']>[1],
  ): Promise<ProviderReply> {
    signal.throwIfAborted();
    const text = this.#replies.shift();
    if (text === undefined) throw new Error('There are no more scripted replies.');
    this.requests.push(request);
    onAccepted();
    for (let from = 0; from < text.length; from += pieceLength) {
      await Promise.resolve();
      signal.throwIfAborted();
      onDelta(text.slice(from, from + pieceLength));
    }
    return {
      text,
      inputTokens: estimateTokens(request.stable + request.volatile),
      outputTokens: estimateTokens(text),
    };
  }
}
