import type OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { replySchemas } from '../prompts/reply-schemas.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { Provider } from './provider.ts';
import { estimateTokens, maxRefusalLength } from './provider.ts';
import { SchemaSupport } from './schema-support.ts';

/** Calls the Chat Completions API, which compatible servers at `OPENAI_BASE_URL` implement. */
export function openAiChat(client: OpenAI, model: string): Provider {
  const schemas = new SchemaSupport();
  return {
    name: 'openai-chat',
    model,
    async generate({ stable, volatile, expects, maxOutputTokens }, { signal, onAccepted, onDelta }) {
      const stream = await schemas.send((usesSchema) =>
        client.chat.completions.create(
          {
            model,
            stream: true,
            stream_options: { include_usage: true },
            max_completion_tokens: maxOutputTokens,
            messages: [
              { role: 'system', content: stable },
              { role: 'user', content: volatile },
            ],
            ...responseFormat(expects, usesSchema),
          },
          { signal },
        ),
      );
      onAccepted();
      const { text, refusal, isRefused, usage } = await readStream(stream, onDelta);
      return {
        text,
        ...(isRefused ? { isRefused } : {}),
        inputTokens: usage?.prompt_tokens ?? estimateTokens(stable + volatile),
        outputTokens: usage?.completion_tokens ?? estimateTokens(text + refusal),
      };
    },
  };
}

async function readStream(stream: AsyncIterable<ChatCompletionChunk>, onDelta: (text: string) => void) {
  let text = '';
  let refusal = '';
  let isRefused = false;
  let usage: ChatCompletionChunk['usage'];
  for await (const chunk of stream) {
    const [choice] = chunk.choices;
    const piece = choice?.delta.content ?? '';
    text += piece;
    if (piece) onDelta(piece);
    if (refusal.length < maxRefusalLength) refusal += choice?.delta.refusal ?? '';
    isRefused ||= refusal !== '' || choice?.finish_reason === 'content_filter';
    usage = chunk.usage ?? usage;
  }
  return { text, refusal, isRefused, usage };
}

function responseFormat(expects: Prompt['expects'], usesSchema: boolean) {
  if (expects === 'text') return {};
  return {
    response_format: usesSchema ? zodResponseFormat(replySchemas[expects], expects) : { type: 'json_object' as const },
  };
}
