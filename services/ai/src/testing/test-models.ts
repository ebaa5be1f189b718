import type { Model, Models } from '../models/choose-models.ts';

/** A model that costs nothing and has no reasoning. */
export const testModel: Model = {
  id: 'gpt-test',
  effort: null,
  prices: { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 },
  window: 128_000,
  maxOutputTokens: null,
  reasoningTokens: 0,
  hasCacheBreakpoints: false,
};

export const testModels: Models = { write: testModel, edit: testModel, ideas: testModel, read: testModel };
