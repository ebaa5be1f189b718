import type OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { replySchemas } from '../prompts/reply-schemas.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { Provider } from './provider.ts';
import { estimateTokens, maxRefusalLength } from './provider.ts';
import { SchemaSupport } from './schema-support.ts';

/** Calls OpenAI's Responses API, the default with a key. Storage at OpenAI is switched off. */
export function openAiResponses(client: OpenAI, model: string): Provider {
  const schemas = new SchemaSupport();
  return {
    name: 'openai-responses',
    model,
    async generate({ stable, volatile, expects, maxOutputTokens }, { signal, onAccepted, onDelta }) {
      const stream = await schemas.send((usesSchema) =>
        client.responses.create(
          {
            model,
            stream: true,
            store: false,
            instructions: stable,
            input: volatile,
            max_output_tokens: maxOutputTokens,
            ...textFormat(expects, usesSchema),
          },
          { signal },
        ),
      );
      onAccepted();
      const { text, refusal, final } = await readStream(stream, onDelta);
      return {
        text,
        ...(refusal !== '' || isRefusal(final) ? { isRefused: true } : {}),
        inputTokens: final?.usage?.input_tokens ?? estimateTokens(stable + volatile),
        outputTokens: final?.usage?.output_tokens ?? estimateTokens(text + refusal),
      };
    },
  };
}

async function readStream(stream: AsyncIterable<ResponseStreamEvent>, onDelta: (text: string) => void) {
  let text = '';
  let refusal = '';
  let final: Response | undefined;
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') {
      text += event.delta;
      onDelta(event.delta);
    } else if (event.type === 'response.refusal.delta') {
      if (refusal.length < maxRefusalLength) refusal += event.delta;
    } else if (event.type === 'response.completed' || event.type === 'response.incomplete') final = event.response;
    else if (event.type === 'response.failed' || event.type === 'error')
      throw new Error('The provider reported a failure.');
  }
  return { text, refusal, final };
}

function textFormat(expects: Prompt['expects'], usesSchema: boolean) {
  if (expects === 'text') return {};
  return {
    text: { format: usesSchema ? zodTextFormat(replySchemas[expects], expects) : { type: 'json_object' as const } },
  };
}

/** True when the model declined in the finished reply, or a content filter ended it. */
const isRefusal = (response: Response | undefined): boolean =>
  response?.incomplete_details?.reason === 'content_filter' ||
  (response?.output ?? []).some(
    (item) => item.type === 'message' && item.content.some(({ type }) => type === 'refusal'),
  );
