import { describe, expect, it } from '@jest/globals';
import { providerTaskKinds } from '../prompts/prompt-versions.ts';
import type { ProviderEnv } from '../env.ts';
import { chooseModels, modelClassOf, type Models } from './choose-models.ts';
import { findModel, modelCatalogue } from './model-catalogue.ts';

/** The models with these variables in the environment. */
const choose = (variables: Partial<ProviderEnv>): Models =>
  chooseModels({
    MODEL_WINDOW_TOKENS: 128_000,
    INPUT_PRICE_PER_MILLION: 0.25,
    OUTPUT_PRICE_PER_MILLION: 2,
    ...variables,
  });
const idsOf = ({ write, edit, ideas }: Models) => [write.id, edit.id, ideas.id];
const openAi = { OPENAI_API_KEY: 'key' };
const compatible = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };

describe('chooseModels', () => {
  it('has a model of the catalogue for each class with only a key, and sends its effort', () => {
    const models = choose(openAi);
    expect(idsOf(models).filter((id) => findModel(id) === undefined)).toEqual([]);
    expect([models.write.effort, models.write.reasoningTokens]).toEqual(['low', modelCatalogue.reasoningTokens.low]);
    expect(models.write.prices).toEqual(findModel(models.write.id)?.prices);
  });

  it('prefers the model of a class to the model of all classes', () => {
    const models = choose({
      ...openAi,
      OPENAI_MODEL: 'gpt-5-mini',
      AI_MODEL_IDEAS: 'gpt-6-luna',
      AI_EFFORT_EDIT: 'high',
    });
    expect(idsOf(models)).toEqual(['gpt-5-mini', 'gpt-5-mini', 'gpt-6-luna']);
    expect([models.write.effort, models.edit.effort]).toEqual(['low', 'high']);
    expect(models.edit.reasoningTokens).toBeGreaterThan(models.write.reasoningTokens);
  });

  it('knows a dated version of a model', () => {
    const { write } = choose({ ...openAi, OPENAI_MODEL: 'gpt-5-mini-2025-08-07' });
    expect([write.id, write.prices, write.hasCacheBreakpoints]).toEqual([
      'gpt-5-mini-2025-08-07',
      findModel('gpt-5-mini')?.prices,
      false,
    ]);
  });

  it('refuses an effort that the model does not have', () => {
    expect(() => choose({ ...openAi, OPENAI_MODEL: 'gpt-5-mini', AI_EFFORT_WRITE: 'max' })).toThrow(
      'gpt-5-mini has no effort "max". It has: minimal, low, medium, high.',
    );
  });

  it.each([
    ['a model that the catalogue does not list', { ...openAi, OPENAI_MODEL: 'gpt-99' }],
    ['a compatible server, whatever its model is called', { ...compatible, OPENAI_MODEL: 'gpt-6.1-terra' }],
  ])('takes prices and window from the environment, and sends no effort, for %s', (_name, variables) => {
    const settings = { MODEL_WINDOW_TOKENS: 9000, INPUT_PRICE_PER_MILLION: 3, OUTPUT_PRICE_PER_MILLION: 7 };
    expect(choose({ ...variables, ...settings }).edit).toEqual({
      id: variables.OPENAI_MODEL,
      effort: null,
      prices: { input: 3, cachedInput: 3, cacheWrite: 3, output: 7 },
      window: 9000,
      maxOutputTokens: null,
      reasoningTokens: 0,
      hasCacheBreakpoints: false,
    });
  });

  it('sends an effort to a compatible server when it is set, with room for the reasoning', () => {
    const { ideas } = choose({ ...compatible, AI_EFFORT_IDEAS: 'medium' });
    expect([ideas.effort, ideas.reasoningTokens]).toEqual(['medium', modelCatalogue.reasoningTokens.medium]);
  });

  it('names the offline provider when neither is set', () => {
    expect(idsOf(choose({ OPENAI_MODEL: 'gpt-6-luna' }))).toEqual(['offline', 'offline', 'offline']);
  });
});

describe('the model catalogue', () => {
  it('has a lower price for cached input than for input, and a class for each task', () => {
    for (const { prices } of Object.values(modelCatalogue.models)) {
      expect(prices.cachedInput).toBeLessThan(prices.input);
      expect(prices.cacheWrite).toBeGreaterThanOrEqual(prices.input);
    }
    expect(new Set(providerTaskKinds.map(modelClassOf))).toEqual(new Set(['write', 'edit', 'ideas', 'read']));
  });
});
