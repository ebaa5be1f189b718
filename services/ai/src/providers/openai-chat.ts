import type OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { replySchemas } from '../prompts/reply-schemas.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { Provider, ReplyTokens } from './provider.ts';
import { estimateUsage, maxRefusalLength } from './provider.ts';
import { SchemaSupport } from './schema-support.ts';

/** Calls the Chat Completions API, which compatible servers at `OPENAI_BASE_URL` implement. */
export function openAiChat(client: OpenAI): Provider {
  const schemas = new SchemaSupport();
  return {
    name: 'openai-chat',
    async generate({ model, stable, volatile, expects, maxOutputTokens }, { signal, onAccepted, onDelta }) {
      const stream = await schemas.send(model.id, (usesSchema) =>
        client.chat.completions.create(
          {
            model: model.id,
            stream: true,
            ...(model.effort === null ? {} : { reasoning_effort: model.effort }),
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
      const { text, refusal, isRefused, isTruncated, usage } = await readStream(stream, onDelta);
      return {
        text,
        ...(isRefused ? { isRefused } : {}),
        ...(isTruncated ? { isTruncated } : {}),
        ...(usage ? tokensOf(usage) : estimateUsage({ stable, volatile }, text + refusal)),
      };
    },
  };
}

async function readStream(stream: AsyncIterable<ChatCompletionChunk>, onDelta: (text: string) => void) {
  let text = '';
  let refusal = '';
  let isRefused = false;
  let isTruncated = false;
  let usage: ChatCompletionChunk['usage'];
  for await (const chunk of stream) {
    const [choice] = chunk.choices;
    const piece = choice?.delta.content ?? '';
    text += piece;
    if (piece) onDelta(piece);
    if (refusal.length < maxRefusalLength) refusal += choice?.delta.refusal ?? '';
    isTruncated ||= choice?.finish_reason === 'length';
    isRefused ||= refusal !== '' || choice?.finish_reason === 'content_filter';
    usage = chunk.usage ?? usage;
  }
  return { text, refusal, isRefused, isTruncated, usage };
}

const tokensOf = (usage: CompletionUsage): ReplyTokens => ({
  inputTokens: usage.prompt_tokens,
  cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  cacheWriteTokens: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
  outputTokens: usage.completion_tokens,
});

function responseFormat(expects: Prompt['expects'], usesSchema: boolean) {
  if (expects === 'text') return {};
  return {
    response_format: usesSchema ? zodResponseFormat(replySchemas[expects], expects) : { type: 'json_object' as const },
  };
}
