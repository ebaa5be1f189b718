import { providerEnvShape } from '@inkbear/ai/src/env.ts';
import { chooseModels } from '@inkbear/ai/src/models/choose-models.ts';
import { connectProvider } from '@inkbear/ai/src/providers/choose-provider.ts';
import { EnvError, parseEnv } from '@inkbear/service-kit/env';
import { z } from 'zod';
import { generateBook } from '../books/generate-book.ts';
import { excerptNames, readExcerpt } from '../excerpts/read-excerpt.ts';
import { BudgetedModel, type Spending } from './budgeted-model.ts';
import { measureModel, type ModelFigure } from './measure-model.ts';

const envShape = {
  ...providerEnvShape,
  /** US dollars. A call that may exceed it is left out. */
  EVAL_MAX_USD: z.coerce.number().min(0).default(1),
};

interface RealReport {
  readonly text: string;
  /** False when no provider is configured or a setting is wrong. */
  readonly isMeasured: boolean;
}

/** Measures the model that the environment names. Its figures have no target, because models change. */
export async function runRealEvaluation(
  source: Readonly<Record<string, string | undefined>>,
  { seed, words }: { readonly seed: number; readonly words: number },
): Promise<RealReport> {
  const env = readSettings(source);
  if (typeof env === 'string') return { text: env, isMeasured: false };
  const provider = connectProvider(env);
  if (provider === null)
    return { text: 'Set OPENAI_API_KEY or OPENAI_BASE_URL: --real measures a model.', isMeasured: false };
  const models = chooseModels(env);
  const model = new BudgetedModel(provider, models, env.EVAL_MAX_USD);
  const figures = await measureModel(model, {
    excerpts: excerptNames.map(readExcerpt),
    book: generateBook({ seed, words, person: 'third' }),
    window: models.read.window,
    isOpenAi: !env.OPENAI_BASE_URL,
  });
  const heading = [
    new Date().toISOString().slice(0, 10),
    provider.name,
    `reads with ${models.read.id}, edits with ${models.edit.id}`,
    `seed ${seed}, ${words} words`,
  ].join(' · ');
  return {
    text: formatModelReport(heading, figures, { ...model.spending, maxCost: env.EVAL_MAX_USD }),
    isMeasured: true,
  };
}

function readSettings(source: Readonly<Record<string, string | undefined>>) {
  try {
    return parseEnv(envShape, source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
}

const decimals = 3;

function formatModelReport(
  heading: string,
  figures: readonly ModelFigure[],
  { calls, tokens, cost, maxCost, isBudgetUsed }: Spending & { readonly maxCost: number },
): string {
  const width = Math.max(...figures.map(({ title }) => title.length));
  return [
    heading,
    `${calls} calls, ${tokens} tokens, $${cost.toFixed(decimals)} of $${maxCost.toFixed(2)}`,
    ...(isBudgetUsed ? ['The budget (EVAL_MAX_USD) was used up before the end.'] : []),
    '',
    ...figures.map(
      ({ title, value, basis }) =>
        `${title.padEnd(width)}  ${(Number.isInteger(value) ? String(value) : value.toFixed(decimals)).padStart(6)}  (${basis})`,
    ),
    '',
  ].join('\n');
}
