import { defaultBudgets } from '@inkbear/ai/src/context/budgets.ts';
import { countTokens } from '@inkbear/ai/src/context/count-tokens.ts';
import { withOutputLimit } from '@inkbear/ai/src/generations/call-provider.ts';
import { costOf } from '@inkbear/ai/src/generations/provider-telemetry.ts';
import type { ProviderTask } from '@inkbear/ai/src/generations/task.ts';
import { type Model, modelClassOf, type Models } from '@inkbear/ai/src/models/choose-models.ts';
import { buildPrompt } from '@inkbear/ai/src/prompts/build-prompt.ts';
import type { Prompt } from '@inkbear/ai/src/prompts/prompt.ts';
import { estimateTokens, type Provider, type TokenUsage, zeroTokenUsage } from '@inkbear/ai/src/providers/provider.ts';

export interface Spending {
  readonly calls: number;
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** Calls were left out because the budget had no room for them. */
  readonly isBudgetUsed: boolean;
}

/** Sends tasks to a provider as the AI service does, until a budget is used up. */
export class BudgetedModel {
  readonly #provider: Provider;
  readonly #models: Models;
  readonly #maxCost: number;
  #spending: Spending = { calls: 0, tokens: 0, cost: 0, isBudgetUsed: false };

  /** @param maxCost in US dollars */
  constructor(provider: Provider, models: Models, maxCost: number) {
    this.#provider = provider;
    this.#models = models;
    this.#maxCost = maxCost;
  }

  get spending(): Spending {
    return this.#spending;
  }

  /** The first reply to a task; empty when the model refuses. Null without a call when its cost may exceed the budget. */
  async reply(task: ProviderTask): Promise<string | null> {
    const model = this.#models[modelClassOf(task.kind)];
    const prompt = withOutputLimit(buildPrompt(task, { budgets: defaultBudgets, countTokens }), model);
    if (this.#spending.cost + maxCostOf(prompt, model) > this.#maxCost) {
      this.#spending = { ...this.#spending, isBudgetUsed: true };
      return null;
    }
    const reply = await this.#provider.generate(
      { ...prompt, task, variant: 0, model, cacheKey: null },
      { signal: new AbortController().signal, onAccepted: () => undefined, onDelta: () => undefined, owner: 'eval' },
    );
    const { inputTokens: input, cachedTokens: cached = 0, cacheWriteTokens: cacheWrite = 0, outputTokens } = reply;
    this.#add({ input, cached, cacheWrite, output: outputTokens }, model);
    return reply.isRefused ? '' : reply.text;
  }

  #add(spent: TokenUsage, { prices }: Model): void {
    const { calls, tokens, cost, isBudgetUsed } = this.#spending;
    this.#spending = {
      calls: calls + 1,
      tokens: tokens + spent.input + spent.output,
      cost: cost + costOf(spent, prices),
      isBudgetUsed,
    };
  }
}

/** The most that a call may cost, as far as the tokens of its prompt can be estimated. */
const maxCostOf = ({ stable, volatile, maxOutputTokens }: Prompt, { prices }: Model): number =>
  costOf(
    { ...zeroTokenUsage, input: estimateTokens(stable + volatile), output: maxOutputTokens },
    { ...prices, input: Math.max(prices.input, prices.cacheWrite) },
  );
