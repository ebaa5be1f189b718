import OpenAI from 'openai';
import type { Env, ProviderEnv } from '../env.ts';
import type { GenerationWorker } from '../generations/generation-worker.ts';
import { offlineProvider } from '../offline/offline-provider.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import type { Provider } from './provider.ts';

const timeoutMs = 90_000;

/** Uses a compatible server with a base URL, OpenAI with only a key, and the offline provider with neither. */
export const chooseProvider = (env: Env, worker: GenerationWorker): Provider =>
  connectProvider(env) ??
  offlineProvider({
    paceMs: env.OFFLINE_PACE_MS,
    write: (task, variant, job) => worker.answerOffline(task, variant, job),
  });

/** Null without a base URL and without a key. */
export function connectProvider(env: ProviderEnv): Provider | null {
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return null;
  const client = new OpenAI({
    apiKey: env.OPENAI_API_KEY ?? 'none',
    baseURL: env.OPENAI_BASE_URL ?? null,
    timeout: timeoutMs,
    maxRetries: 2,
    fetchOptions: { redirect: 'error' },
  });
  return env.OPENAI_BASE_URL ? openAiChat(client) : openAiResponses(client);
}
