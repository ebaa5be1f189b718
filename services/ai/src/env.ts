import { baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { z } from 'zod';
import { defaultBudgets } from './context/budgets.ts';
import { reasoningEffort } from './models/model-catalogue.ts';

const tokens = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const model = z.string().min(1).optional();
const dollars = (fallback: number) => z.coerce.number().min(0).default(fallback);
/** Which provider and which models are used. */
export const providerEnvShape = {
  /** Without a key and a base URL the offline provider is used. */
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** A compatible server, called with Chat Completions. */
  OPENAI_BASE_URL: z.url().optional(),
  /** The model of every class of tasks that has no model of its own. */
  OPENAI_MODEL: model,
  AI_MODEL_WRITE: model,
  AI_MODEL_EDIT: model,
  AI_MODEL_IDEAS: model,
  AI_MODEL_READ: model,
  /** The reasoning effort of the models of a class. Sent to a compatible server only when it is set. */
  AI_EFFORT_WRITE: reasoningEffort.optional(),
  AI_EFFORT_EDIT: reasoningEffort.optional(),
  AI_EFFORT_IDEAS: reasoningEffort.optional(),
  AI_EFFORT_READ: reasoningEffort.optional(),
  /**
   * The context window of a model that the catalogue does not list: tokens of a prompt and its reply together. A
   * smaller window leaves less room for the book.
   */
  MODEL_WINDOW_TOKENS: tokens(128_000),
  /** Of such a model: US dollars for a million tokens, for the cost shown to admins. */
  INPUT_PRICE_PER_MILLION: dollars(0.25),
  OUTPUT_PRICE_PER_MILLION: dollars(2),
};
export type ProviderEnv = z.output<z.ZodObject<typeof providerEnvShape>>;

const shape = {
  ...baseEnvShape,
  ...providerEnvShape,
  AUTH_URL: peerUrl,
  BILLING_URL: peerUrl,
  BOOKS_URL: peerUrl,
  STORIES_URL: peerUrl,
  /** Daily token ceilings (UTC days). */
  USER_DAILY_TOKENS: tokens(400_000),
  GLOBAL_DAILY_TOKENS: tokens(50_000_000),
  /** Tokens of a prompt that may describe the book, in addition to the text being edited. */
  CONTEXT_TOKENS_WRITE: tokens(defaultBudgets.write),
  CONTEXT_TOKENS_EDIT: tokens(defaultBudgets.edit),
  CONTEXT_TOKENS_COACH: tokens(defaultBudgets.coach),
  /** Milliseconds between two pieces of the offline provider's stream. */
  OFFLINE_PACE_MS: z.coerce.number().int().min(0).max(1000).default(25),
};
export type Env = z.output<z.ZodObject<typeof shape>>;

export const readEnv = (): Env => parseEnv(shape, process.env);
