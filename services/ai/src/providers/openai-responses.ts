import type OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import type { Response, ResponseCreateParams, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { replySchemas } from '../prompts/reply-schemas.ts';
import type { Prompt } from '../prompts/prompt.ts';
import type { Provider, ProviderRequest, ReplyTokens } from './provider.ts';
import { estimateUsage, maxRefusalLength } from './provider.ts';
import { SchemaSupport } from './schema-support.ts';

/** Calls OpenAI's Responses API, the default with a key. Storage at OpenAI is switched off. */
export function openAiResponses(client: OpenAI): Provider {
  const schemas = new SchemaSupport();
  return {
    name: 'openai-responses',
    async generate(request, { signal, onAccepted, onDelta }) {
      const { model, cacheKey, expects, maxOutputTokens } = request;
      const stream = await schemas.send(model.id, (usesSchema) =>
        client.responses.create(
          {
            model: model.id,
            stream: true,
            store: false,
            ...inputOf(request),
            ...(cacheKey === null ? {} : { prompt_cache_key: cacheKey }),
            ...(model.effort === null ? {} : { reasoning: { effort: model.effort } }),
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
        ...(final?.incomplete_details?.reason === 'max_output_tokens' ? { isTruncated: true } : {}),
        ...(usageOf(final) ?? estimateUsage(request, text + refusal)),
      };
    },
  };
}

/**
 * The prompt. A model with breakpoints caches it up to the end of the book and of the story so far, and nowhere else: what
 * changes from call to call is never read again, and writing to the cache costs more than not caching. Other models refuse
 * breakpoints.
 */
function inputOf({
  model,
  stable,
  bookLength,
  volatile,
}: ProviderRequest): Pick<ResponseCreateParams, 'input' | 'instructions' | 'prompt_cache_options'> {
  if (!model.hasCacheBreakpoints) return { instructions: stable, input: volatile };
  const blocks = [stable.slice(0, bookLength), stable.slice(bookLength)].filter((text) => text !== '');
  return {
    prompt_cache_options: { mode: 'explicit' },
    input: [
      {
        role: 'developer',
        content: blocks.map((text) => ({
          type: 'input_text' as const,
          text,
          prompt_cache_breakpoint: { mode: 'explicit' as const },
        })),
      },
      { role: 'user', content: volatile },
    ],
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

/** The tokens that the provider counted; null when the reply ended without them. */
const usageOf = (final: Response | undefined): ReplyTokens | null =>
  final?.usage
    ? {
        inputTokens: final.usage.input_tokens,
        cachedTokens: final.usage.input_tokens_details?.cached_tokens ?? 0,
        cacheWriteTokens: final.usage.input_tokens_details?.cache_write_tokens ?? 0,
        outputTokens: final.usage.output_tokens,
      }
    : null;

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
