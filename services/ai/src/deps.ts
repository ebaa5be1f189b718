import { aiAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import type { Connection } from 'mongoose';
import { consumers } from './consumers.ts';
import { budgetsFor, type ContextBudgets, readingTokensFor } from './context/budgets.ts';
import { ContextChoiceRepository } from './context-choices/context-choice.repository.ts';
import { contextChoiceRoutes } from './context-choices/context-choice.routes.ts';
import type { Env } from './env.ts';
import { coachRoutes } from './generations/coach.routes.ts';
import { contextRoutes } from './generations/context.routes.ts';
import { GenerationWorker } from './generations/generation-worker.ts';
import { ideaRoutes } from './generations/idea.routes.ts';
import { storyRoutes } from './generations/story.routes.ts';
import { writingRoutes } from './generations/writing.routes.ts';
import { jobs } from './jobs.ts';
import { chooseModels, type Models } from './models/choose-models.ts';
import { chooseProvider } from './providers/choose-provider.ts';
import type { Provider } from './providers/provider.ts';
import { limitRoutes } from './quota/limit.routes.ts';
import { UsageRepository } from './quota/usage.repository.ts';
import { TokenCeilings } from './quota/token-ceilings.ts';
import { TokenCounterRepository } from './quota/token-counter.repository.ts';
import { resetUsageRoutes } from './quota/reset-usage.routes.ts';
import { ResultRepository } from './results/result.repository.ts';
import { createStyleChecker, styleRoutes } from './style/style.routes.ts';
import { AutomaticReadingRepository } from './reading/automatic-reading.repository.ts';
import { readingRoutes } from './reading/reading.routes.ts';
import { ProviderSummaryRepository } from './summaries/provider-summary.repository.ts';
import { SummaryRepository } from './summaries/summary.repository.ts';
import { summaryRoutes } from './summaries/summary.routes.ts';

const chooseBudgets = (env: Env, { write, edit }: Models): ContextBudgets =>
  budgetsFor(
    { write: env.CONTEXT_TOKENS_WRITE, edit: env.CONTEXT_TOKENS_EDIT, coach: env.CONTEXT_TOKENS_COACH },
    { windows: { write: write.window, edit: edit.window }, isOpenAi: env.OPENAI_BASE_URL === undefined },
  );

const createRepositories = (connection: Connection, clock: Clock) => ({
  usage: new UsageRepository(connection, clock),
  results: new ResultRepository(connection, clock),
  contextChoices: new ContextChoiceRepository(connection),
  summaries: new SummaryRepository(connection),
  providerSummaries: new ProviderSummaryRepository(connection),
  automaticReadings: new AutomaticReadingRepository(connection),
});

/** @param testProvider replaces the configured provider in tests */
export async function createParts(platform: Platform, env: Env, testProvider?: Provider): Promise<ServiceParts> {
  const { connection, clock, businessClock, newId, entitlements } = platform;
  const tokens = new TokenCeilings(new TokenCounterRepository(connection), clock, {
    user: env.USER_DAILY_TOKENS,
    global: env.GLOBAL_DAILY_TOKENS,
  });
  const models = chooseModels(env);
  const budgets = chooseBudgets(env, models);
  const readingTokens = readingTokensFor(models.read.window, env.OPENAI_BASE_URL === undefined);
  const worker = new GenerationWorker(budgets, readingTokens);
  await worker.load();
  const provider = testProvider ?? chooseProvider(env, worker);
  const styleChecker = createStyleChecker();
  const repositories = createRepositories(connection, clock);
  const { usage, results, contextChoices, summaries, providerSummaries, automaticReadings } = repositories;
  const deps = { ...platform, ...repositories, provider, models, budgets, worker, tokens };
  const generationRoutes = [...writingRoutes(deps), ...ideaRoutes(deps), ...coachRoutes(deps), ...storyRoutes(deps)];
  return {
    served: [
      ...generationRoutes.map((served) => ({ ...served, storesOwnResult: true })),
      ...contextRoutes(deps),
      ...contextChoiceRoutes(deps),
      ...summaryRoutes(deps),
      ...readingRoutes({ ...deps, userDailyTokens: env.USER_DAILY_TOKENS }),
      ...limitRoutes(deps),
      ...styleRoutes({ styleChecker }),
      ...resetUsageRoutes({ ...deps, recordAdminAction: adminActions({ event: aiAdminAction, clock, newId }) }),
    ],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers(deps)],
    erase: [
      ...usage.erase,
      tokens.erase,
      (userId, limit) => results.erase(userId, limit),
      (userId, limit) => results.blankPublished(userId, limit),
      (userId, limit) => contextChoices.erase(userId, limit),
      (userId, limit) => summaries.erase(userId, limit),
      (userId, limit) => providerSummaries.erase(userId, limit),
      (userId, limit) => automaticReadings.erase(userId, limit),
    ],
    close: async () => void (await Promise.all([styleChecker.close(), worker.close()])),
    jobs: jobs(deps),
  };
}
