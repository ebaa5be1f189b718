import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import { cruiseOptions, dependencyRules, resolveOptions } from '../dependency-rules.js';

/** One forbidden import for each rule: the importing file and the imported one. */
const forbidden: Readonly<Record<string, readonly [from: string, to: string]>> = {
  // A file that imports itself is the shortest cycle.
  'no-cycles': ['packages/prose/src/a.ts', 'packages/prose/src/a.ts'],
  'no-service-imports-another-service': ['services/books/src/a.ts', 'services/ai/src/b.ts'],
  'no-package-imports-a-process': ['packages/prose/src/a.ts', 'services/ai/src/b.ts'],
  'only-repositories-import-models': ['services/books/src/book.routes.ts', 'services/books/src/book.model.ts'],
  'only-deps-import-routes': ['services/books/src/books/create-book.ts', 'services/books/src/books/book.routes.ts'],
  'decisions-import-no-repository': [
    'services/books/src/books/book.policy.ts',
    'services/books/src/books/book.repository.ts',
  ],
  'no-frontend-imports-another-frontend': ['frontends/shell/src/a.ts', 'frontends/author/src/b.ts'],
  'no-frontend-imports-server-code': ['frontends/author/src/a.ts', 'packages/service-kit/src/b.ts'],
  'no-server-imports-frontend-code': ['services/books/src/a.ts', 'packages/web-kit/src/b.ts'],
  'contracts-import-nothing': ['packages/contracts/src/a.ts', 'packages/prose/src/b.ts'],
  'pure-packages-stay-pure': ['packages/press/src/a.ts', 'packages/local/src/b.ts'],
  'no-feature-imports-another-feature': [
    'frontends/author/src/features/chapters/a.ts',
    'frontends/author/src/features/books/b.ts',
  ],
  'shared-components-import-no-feature': ['frontends/admin/src/kit/a.ts', 'frontends/admin/src/features/users/b.ts'],
  'web-kit-imports-no-component': ['packages/web-kit/src/a.ts', 'packages/ui-kit/src/b.tsx'],
  'repositories-import-no-presenter': [
    'services/books/src/books/book.repository.ts',
    'services/books/src/books/book.presenter.ts',
  ],
  'only-the-broker-imports-nats': ['services/books/src/a.ts', 'node_modules/nats/index.js'],
  'no-page-imports-another-page': ['frontends/author/src/pages/story/a.ts', 'frontends/author/src/pages/book/b.ts'],
  'only-the-remote-imports-pages': ['frontends/author/src/manuscript/a.ts', 'frontends/author/src/pages/book/b.ts'],
  'only-overlays-import-antd': ['frontends/author/src/ui/a.tsx', 'node_modules/antd/index.js'],
  'no-feature-imports-a-page': ['frontends/author/src/features/chapters/a.ts', 'frontends/author/src/pages/book/b.ts'],
};
const allowed: readonly (readonly [from: string, to: string])[] = [
  ['services/books/src/book.repository.ts', 'services/books/src/book.model.ts'],
  ['services/books/src/book.routes.ts', 'packages/service-kit/src/serve.ts'],
  ['frontends/author/src/pages/book/a.ts', 'frontends/author/src/features/books/b.ts'],
  ['frontends/author/src/features/chapters/a.ts', 'frontends/author/src/features/books/books.api.ts'],
  ['frontends/author/src/ui/overlays/antd-overlays.tsx', 'node_modules/antd/index.js'],
  ['frontends/admin/src/kit/a.tsx', 'node_modules/antd/index.js'],
  ['packages/press/src/a.ts', 'packages/prose/src/b.ts'],
];

describe('dependencyRules', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  /** The rules that one import violates, in a repository with these two files. */
  async function findViolations(from: string, to: string): Promise<string[]> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-imports-'));
    folders.push(folder);
    for (const [file, text] of [
      [to, 'export const b = 1;\n'],
      [from, `import '${path.relative(path.dirname(from), to).replace(/^(?!\.)/, './')}';\nexport const a = 1;\n`],
    ] as const) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const { output } = await cruise([from], { ...cruiseOptions, baseDir: folder }, resolveOptions);
    return JSON.parse(String(output)).summary.violations.map(({ rule }: { rule: { name: string } }) => rule.name);
  }

  it.each(dependencyRules.map(({ name }) => name))('reports an import that violates %s', async (name) => {
    const [from, to] = forbidden[name] ?? [];
    if (!from || !to) throw new Error(`No example violates ${name}.`);
    expect(await findViolations(from, to)).toContain(name);
  });

  it.each(allowed)('allows %s to import %s', async (from, to) => {
    expect(await findViolations(from, to)).toEqual([]);
  });
});
