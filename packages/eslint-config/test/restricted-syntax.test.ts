import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { restrictedSyntax } from '../restricted-syntax.js';

const root = new URL('../../..', import.meta.url).pathname;
const linter = new Linter();
const parser: Linter.Config = {
  files: ['**/*.{ts,tsx}'],
  languageOptions: { parser: tseslint.parser },
};
const lint = (code: string, filename: string): string[] =>
  linter.verify(code, [parser, ...restrictedSyntax], { filename }).map(({ message }) => message);

const environment = 'const mode = process.env.MODE;';
const collection = "connection.collection('books');";
const spreadPush = 'list.push(...words);';
const jobOf = (name: string): string =>
  `{ name: '${name}', run: async () => { for (const id of await list()) await purge(id); } }`;
const jobsOf = (job: string): string =>
  `export const jobs = (deps: JobDeps): Job[] => [batchJob(deps.batches, '0 7 * * * *', erase(deps)), ${job}];`;
const responses = 'const schema = route.responses;';
const contracts = "import type { Book } from '@inkbear/contracts/books/book';\n";
const apiOf = (names: string): string => `${contracts}import ${names} from '../books/books.api.ts';`;

describe('restrictedSyntax', () => {
  it.each([
    ['services/books/src/books/create-book.ts', environment, /environment/],
    ['gateway/src/proxy/example.ts', environment, /environment/],
    ['services/ai/src/offline/example.ts', environment, /environment/],
    ['services/books/src/books/create-book.ts', collection, /collection/],
    ['services/ai/src/offline/example.ts', collection, /collection/],
    ['packages/manuscript-store/src/example.ts', collection, /collection/],
    ['packages/manuscript-store/src/example.ts', 'this.platform.connection.collection(name);', /collection/],
    ['services/ai/src/offline/example.ts', spreadPush, /one by one/],
    ['services/books/src/jobs.ts', jobsOf(jobOf('purge-trash')), /batchJob/],
    ['services/books/src/jobs.ts', jobsOf('...loops(deps)'), /batchJob/],
    ['services/books/src/jobs.ts', jobsOf('loop(deps)'), /batchJob/],
    ['services/books/src/jobs.ts', environment, /environment/],
    ['services/books/src/deps.ts', `const parts = { jobs: [...jobs(deps), ${jobOf('purge-trash')}] };`, /jobs\.ts/],
    ['services/books/src/deps.ts', collection, /collection/],
    ['packages/prose/src/example.ts', spreadPush, /one by one/],
    ['frontends/author/src/features/books/example.ts', responses, /schemas of routes/],
    ['frontends/author/src/features/books/books.api.ts', contracts + responses, /schemas of routes/],
    ['frontends/admin/src/kit/example.ts', responses, /schemas of routes/],
    ['frontends/author/src/features/books/books.api.ts', 'export interface Book { id: string }', /from the contracts/],
    ['frontends/shell/src/platform/session.api.ts', 'export interface User { id: string }', /from the contracts/],
    ['frontends/author/src/features/trash/trash.api.ts', apiOf('{ fetchBook }'), /another feature/],
    ['frontends/author/src/features/trash/trash.api.ts', apiOf('{ fetchBook as useBook }'), /another feature/],
    ['frontends/author/src/features/trash/trash.api.ts', apiOf('{ type BookRow }'), /another feature/],
    ['frontends/author/src/features/trash/trash.api.ts', apiOf('* as useBooks'), /another feature/],
    ['frontends/author/src/features/trash/trash.api.ts', apiOf('useBooks'), /another feature/],
    [
      'frontends/author/src/features/trash/components/example.tsx',
      "import { updateBook } from '../../books/books.api.ts';",
      /another feature/,
    ],
  ])('refuses in %s: %j', (filename, code, message) => {
    expect(lint(code, filename)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['services/books/src/env.ts', environment],
    ['services/books/src/books/book.repository.ts', collection],
    ['services/books/src/migrations/0001-books.ts', collection],
    ['services/books/src/testing/test-books.ts', collection],
    ['services/books/src/quota.int.test.ts', collection],
    ['packages/manuscript-store/src/head.repository.ts', collection],
    ['services/books/src/books/create-book.ts', 'collection(name);'],
    ['services/billing/src/jobs.ts', jobsOf(jobOf('run-due-work'))],
    ['services/reviews/src/jobs.ts', 'export const jobs = (): Job[] => [];'],
    ['services/books/src/deps.ts', 'const parts = { jobs: jobs(deps) };'],
    ['services/books/src/books/create-book.ts', spreadPush],
    [
      'frontends/author/src/features/trash/trash.api.ts',
      apiOf('{ bookKeys, booksQuery, usageOptions, useBook, invalidateBook, cacheBook }'),
    ],
    ['frontends/author/src/features/trash/components/example.tsx', "import { anything } from '../trash.api.ts';"],
    ['frontends/author/src/features/trash/hooks/example.test.tsx', apiOf('{ fetchBook }')],
  ])('accepts in %s: %j', (filename, code) => {
    expect(lint(code, filename)).toEqual([]);
  });

  it.each(globSync('services/*/src/{jobs,deps}.ts', { cwd: root }))('accepts %s as it is', (file) => {
    expect(lint(readFileSync(`${root}${file}`, 'utf8'), file)).toEqual([]);
  });

  it.each([
    ['services/books/src/example.ts', 2],
    ['services/books/src/jobs.ts', 3],
    ['services/books/src/deps.ts', 3],
    ['packages/manuscript-store/src/example.ts', 1],
    ['services/ai/src/offline/example.ts', 3],
    ['gateway/src/example.ts', 1],
    ['frontends/author/src/features/books/books.api.ts', 4],
  ])('is enabled in %s, with %i selectors', async (file, count) => {
    const { rules } = (await new ESLint({ cwd: root }).calculateConfigForFile(`${root}${file}`)) as Linter.Config;
    const [severity, ...selectors] = [rules?.['no-restricted-syntax']].flat();
    expect([severity, selectors.length]).toEqual([2, count]);
  });

  it.each(['scripts/example.mjs', 'packages/eslint-config/example.js'])(
    'is accompanied by the size limits in %s',
    async (file) => {
      const { rules } = (await new ESLint({ cwd: root }).calculateConfigForFile(`${root}${file}`)) as Linter.Config;
      expect([rules?.['max-lines'], rules?.['max-lines-per-function'], rules?.['complexity']]).toEqual([
        [2, 300],
        [2, { max: 60 }],
        [2, 15],
      ]);
    },
  );
});
