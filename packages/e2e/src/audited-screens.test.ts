import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import { auditedScreens, pagePaths } from './audited-screens.ts';

/** What a pattern finds in a source file; the lists themselves are made of components, which need a browser. */
function findAll(file: string, pattern: RegExp): string[] {
  const source = readFileSync(path.join(repositoryRoot, 'frontends', file), 'utf8');
  return [...source.matchAll(pattern)].map(([, found = '']) => found);
}

const toolLabel = /\blabel: '([^']+)'/g;
const chapterTools = findAll('author/src/pages/book/tool-list.ts', toolLabel);
const storyTools = findAll('author/src/pages/story/story-tool-list.ts', toolLabel);
const ideaTools = findAll('author/src/pages/tools/tool-list.ts', /^ {4}id: '([\w-]+)',$/gm);
const adminTabs = findAll('admin/src/pages/console/tab-list.ts', /\{ id: '([\w-]+)', title: /g);

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
