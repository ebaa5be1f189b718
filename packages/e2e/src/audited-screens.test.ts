import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import { auditedScreens, pagePaths } from './audited-screens.ts';

const read = (file: string): string => readFileSync(path.join(repositoryRoot, 'frontends', file), 'utf8');
/** What a pattern finds in a source file; the lists themselves are made of components, which need a browser. */
const findAll = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map(([, found = '']) => found);

/** The labels of the tools that chapters and stories share, by the name of their constant. */
const sharedTools = new Map(
  [
    ...read('author/src/manuscript/shared-tools.ts').matchAll(
      /const (\w+) = lazyTool\(\s*'[\w-]+',\s*\{ label: '([^']+)'/g,
    ),
  ].map(([, name = '', label = '']) => [name, label] as const),
);
/** The labels of a list of tools, each of which is written out or shared. */
const findTools = (file: string): string[] =>
  [...read(file).matchAll(/\blabel: '([^']+)'|^ {2}(\w+Tool),$/gm)].map(
    ([, label, shared = '']) => label ?? sharedTools.get(shared) ?? `unknown: ${shared}`,
  );
const chapterTools = findTools('author/src/pages/book/tool-list.ts');
const storyTools = findTools('author/src/pages/story/story-tool-list.ts');
const ideaTools = findAll('author/src/pages/tools/page-tool-list.ts', /^ {4}id: '([\w-]+)',$/gm);
const adminTabs = findAll('admin/src/pages/admin/tab-list.ts', /\{ id: '([\w-]+)', title: /g);

/** A story always has a tool open at first, and these two pages always show a tab. */
const pathsWithTabs = ['/tools', '/admin', '/story/:id'];
const screens = [
  ...pagePaths.filter((page) => !pathsWithTabs.includes(page)),
  '/book/:id?tab=settings',
  ...chapterTools.map((label) => `/book/:id, ${label}`),
  ...storyTools.map((label) => `/story/:id, ${label}`),
  ...ideaTools.map((id) => `/tools?tool=${id}`),
  ...adminTabs.map((id) => `/admin?tab=${id}`),
];

describe('the list of audited screens', () => {
  it('has every page, tab and tool of the frontends, and no other', () => {
    expect([chapterTools, storyTools, ideaTools, adminTabs].every(({ length }) => length > 4)).toBe(true);
    expect(Object.keys(auditedScreens).toSorted()).toEqual(screens.toSorted());
  });

  it('names existing specs', () => {
    const specs = path.join(repositoryRoot, 'packages/e2e/specs');
    expect(Object.values(auditedScreens).filter((spec) => !existsSync(path.join(specs, `${spec}.spec.ts`)))).toEqual(
      [],
    );
  });
});
