import { z } from 'zod';
import catalogue from './model-catalogue.json' with { type: 'json' };

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
/** The reasoning effort of a model. */
export const reasoningEffort = z.enum(efforts);
export type ReasoningEffort = z.output<typeof reasoningEffort>;

/** US dollars for a million tokens. Each token of a prompt has one of the three input prices. */
export interface TokenPrices {
  readonly input: number;
  /** Of tokens that the provider read from its cache. */
  readonly cachedInput: number;
  /** Of tokens that the provider wrote to its cache. */
  readonly cacheWrite: number;
  readonly output: number;
}

const dollars = z.number().min(0);
const schema = z.strictObject({
  readOn: z.iso.date(),
  sources: z.array(z.url()).min(1),
  reasoningTokens: z.record(reasoningEffort, z.int().min(0)),
  models: z.record(
    z.string(),
    z.strictObject({
      prices: z.strictObject({ input: dollars, cachedInput: dollars, cacheWrite: dollars, output: dollars }),
      window: z.int().min(1),
      maxOutputTokens: z.int().min(1),
      efforts: z.array(reasoningEffort),
      cacheBreakpoints: z.boolean(),
    }),
  ),
});

/**
 * What OpenAI's own API offers, as read on `readOn`. Prices are those of prompts up to 272,000 tokens; longer ones cost
 * twice as much. `reasoningTokens` is our own allowance: it is added to the output limit of a reply, because reasoning
 * tokens count towards that limit.
 */
export const modelCatalogue = schema.parse(catalogue);
export type CatalogueModel = (typeof modelCatalogue)['models'][string];

/** The end of the id of a dated version, e.g. of `gpt-5-mini-2025-08-07`. */
const versionDate = /-\d{4}-\d{2}-\d{2}$/;

/** The model with this id, or the model of which it is a dated version. */
export const findModel = (id: string): CatalogueModel | undefined =>
  modelCatalogue.models[id] ?? modelCatalogue.models[id.replace(versionDate, '')];
