import type OpenAI from 'openai';
import type { Provider } from './provider.ts';
import { estimateTokens } from './provider.ts';

/** Calls OpenAI's Responses API, the default with a key. Storage at OpenAI is switched off. */
export const openAiResponses = (client: OpenAI, model: string): Provider => ({
  name: 'openai-responses',
  model,
  async generate({ stable, volatile, expects, maxOutputTokens }, { signal, onAccepted, onDelta }) {
    const stream = await client.responses.create(
      {
        model,
        stream: true,
        store: false,
        instructions: stable,
        input: volatile,
        max_output_tokens: maxOutputTokens,
        ...(expects === 'json' ? { text: { format: { type: 'json_object' as const } } } : {}),
      },
      { signal },
    );
    onAccepted();
    let text = '';
    let usage: { input_tokens: number; output_tokens: number } | undefined;
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') {
        text += event.delta;
        onDelta(event.delta);
      } else if (event.type === 'response.completed' || event.type === 'response.incomplete')
        usage = event.response.usage;
      else if (event.type === 'response.failed' || event.type === 'error')
        throw new Error('The provider reported a failure.');
    }
    return {
      text,
      inputTokens: usage?.input_tokens ?? estimateTokens(stable + volatile),
      outputTokens: usage?.output_tokens ?? estimateTokens(text),
    };
  },
});
