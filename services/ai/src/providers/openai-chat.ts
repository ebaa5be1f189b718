import type OpenAI from 'openai';
import type { Provider } from './provider.ts';
import { estimateTokens } from './provider.ts';

/** Calls the Chat Completions API, which compatible servers at `OPENAI_BASE_URL` implement. */
export const openAiChat = (client: OpenAI, model: string): Provider => ({
  name: 'openai-chat',
  model,
  async generate({ stable, volatile, expects, maxOutputTokens }, { signal, onAccepted, onDelta }) {
    const stream = await client.chat.completions.create(
      {
        model,
        stream: true,
        stream_options: { include_usage: true },
        max_completion_tokens: maxOutputTokens,
        messages: [
          { role: 'system', content: stable },
          { role: 'user', content: volatile },
        ],
        ...(expects === 'json' ? { response_format: { type: 'json_object' as const } } : {}),
      },
      { signal },
    );
    onAccepted();
    let text = '';
    let usage: { prompt_tokens: number; completion_tokens: number } | null | undefined;
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content ?? '';
      text += piece;
      if (piece) onDelta(piece);
      usage = chunk.usage ?? usage;
    }
    return {
      text,
      inputTokens: usage?.prompt_tokens ?? estimateTokens(stable + volatile),
      outputTokens: usage?.completion_tokens ?? estimateTokens(text),
    };
  },
});
