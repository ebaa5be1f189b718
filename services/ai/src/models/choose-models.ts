import type { ProviderEnv } from '../env.ts';
import type { ProviderTaskKind } from '../generations/task.ts';
import { findModel, modelCatalogue, type ReasoningEffort, type TokenPrices } from './model-catalogue.ts';

/**
 * What a model is used for. `write`: new prose; `edit`: changed prose and advice about it; `ideas`: short plans; `read`:
 * finding facts in chapters, summarising and comparing them.
 */
export type ModelClass = 'write' | 'edit' | 'ideas' | 'read';

/** A model and how it is called. */
export interface Model {
  readonly id: string;
  /** Null: the server chooses. */
  readonly effort: ReasoningEffort | null;
  readonly prices: TokenPrices;
  /** Tokens that a prompt and its reply may have together. */
  readonly window: number;
  /** Null: unlisted. */
  readonly maxOutputTokens: number | null;
  /** Output tokens that are added to the limit of a reply for the model's reasoning. */
  readonly reasoningTokens: number;
  /** The model caches a prompt up to the breakpoints that the request marks. */
  readonly hasCacheBreakpoints: boolean;
}
export type Models = Readonly<Record<ModelClass, Model>>;

const defaultModels: Readonly<Record<ModelClass, string>> = {
  write: 'gpt-6.1-terra',
  edit: 'gpt-6.1-terra',
  ideas: 'gpt-6-luna',
  read: 'gpt-6-luna',
};
const defaultEffort: ReasoningEffort = 'low';

/**
 * The model of each class, from the environment. The catalogue lists models of OpenAI's own API. The prices and the window
 * of other models, and of those of a compatible server, are in the environment. Throws for an effort that a listed model
 * does not have.
 */
export function chooseModels(env: ProviderEnv): Models {
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) {
    const offline = unlistedModel(env, 'offline', null);
    return { write: offline, edit: offline, ideas: offline, read: offline };
  }
  return {
    write: chooseModel(env, 'write', { id: env.AI_MODEL_WRITE, effort: env.AI_EFFORT_WRITE }),
    edit: chooseModel(env, 'edit', { id: env.AI_MODEL_EDIT, effort: env.AI_EFFORT_EDIT }),
    ideas: chooseModel(env, 'ideas', { id: env.AI_MODEL_IDEAS, effort: env.AI_EFFORT_IDEAS }),
    read: chooseModel(env, 'read', { id: env.AI_MODEL_READ, effort: env.AI_EFFORT_READ }),
  };
}

interface Setting {
  readonly id: string | undefined;
  readonly effort: ReasoningEffort | undefined;
}

function chooseModel(env: ProviderEnv, modelClass: ModelClass, setting: Setting): Model {
  const id = setting.id ?? env.OPENAI_MODEL ?? defaultModels[modelClass];
  const listed = env.OPENAI_BASE_URL ? undefined : findModel(id);
  if (!listed) return unlistedModel(env, id, setting.effort ?? null);
  const effort = setting.effort ?? defaultEffort;
  if (!listed.efforts.includes(effort))
    throw new Error(`${id} has no effort "${effort}". It has: ${listed.efforts.join(', ')}.`);
  return {
    id,
    effort,
    prices: listed.prices,
    window: listed.window,
    maxOutputTokens: listed.maxOutputTokens,
    reasoningTokens: modelCatalogue.reasoningTokens[effort],
    hasCacheBreakpoints: listed.cacheBreakpoints,
  };
}

const unlistedModel = (env: ProviderEnv, id: string, effort: ReasoningEffort | null): Model => ({
  id,
  effort,
  prices: {
    input: env.INPUT_PRICE_PER_MILLION,
    cachedInput: env.INPUT_PRICE_PER_MILLION,
    cacheWrite: env.INPUT_PRICE_PER_MILLION,
    output: env.OUTPUT_PRICE_PER_MILLION,
  },
  window: env.MODEL_WINDOW_TOKENS,
  maxOutputTokens: null,
  reasoningTokens: effort === null ? 0 : modelCatalogue.reasoningTokens[effort],
  hasCacheBreakpoints: false,
});

const classes: Readonly<Record<ProviderTaskKind, ModelClass>> = {
  generate: 'write',
  'plan-beats': 'write',
  'write-part': 'write',
  'find-facts': 'read',
  'summarise-chapter': 'read',
  'find-contradictions': 'read',
  'argue-contradictions': 'read',
  extend: 'write',
  expand: 'write',
  rewrite: 'edit',
  tone: 'edit',
  polish: 'edit',
  instruct: 'edit',
  options: 'edit',
  coach: 'edit',
  titles: 'ideas',
  quiz: 'ideas',
  outline: 'ideas',
  'story-generate': 'write',
  'story-length': 'write',
  'story-polish': 'edit',
  'story-tone': 'edit',
  'story-enhance': 'edit',
};

export const modelClassOf = (kind: ProviderTaskKind): ModelClass => classes[kind];
