import type { PlanName } from '@inkbear/contracts/plans';
import type { StartOptions } from '@inkbear/local/start';
import { Author } from './author.ts';
import type { AppStack } from './app-stack.ts';
import { createAuthor } from './create-author.ts';
import { getSharedStack, keepSharedLogs, type SharedAppStack } from './shared-resources-client.ts';
import { specScope } from './spec-scope.ts';

/** How a spec gets a stack and authors in it, and releases them. */
export interface SpecEnvironment<Stack extends SharedAppStack> {
  readonly acquire: () => Promise<Stack>;
  /** A signed-in author on this plan, with the sample book. */
  readonly findAuthor: (stack: Stack, plan: PlanName) => Promise<Author>;
  readonly release: (stack: Stack) => Promise<void>;
}

/** A stack that only this spec uses, with the demo accounts. */
export const ownEnvironment = (options: StartOptions): SpecEnvironment<AppStack> => ({
  acquire: () => specScope().startStack(options),
  findAuthor: ({ url, demo }, plan) => {
    const account = demo.accounts.find((candidate) => candidate.plan === plan);
    if (!account) throw new Error(`The demo has no ${plan} account.`);
    return Author.signIn(url, account);
  },
  release: (stack) => stack.remove({ keepLogs: specScope().hasFailed() }),
});

/** The stack that the whole run shares. Authors are created for this spec, so specs never touch each other's data. */
export const sharedEnvironment: SpecEnvironment<SharedAppStack> = {
  acquire: getSharedStack,
  findAuthor: ({ url }, plan) => createAuthor(url, plan),
  release: async () => {
    if (specScope().hasFailed()) await keepSharedLogs();
  },
};
