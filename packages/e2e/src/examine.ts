import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const views = [
  { width: 1920, height: 1080, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
] as const;

interface Finding {
  id: string;
  nodes: { target: string[] }[];
}

/** What axe finds on the page as it stands, and whether the page is wider than the window. */
export async function examine(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) })))`,
  );
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth + 1',
  );
  return [
    ...findings.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
    ...(overflow ? ['the page is wider than its window'] : []),
  ];
}

/** The same page at every width, in both colour schemes. */
export async function examineEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const view of views) {
    await show(page, view);
    found.push(...(await examine(page)).map((finding) => `${view.width} px, ${view.colorScheme}: ${finding}`));
  }
  await show(page, views[1]);
  return found;
}

/**
 * Resolves once the page has drawn itself anew: a key pressed before that would still go to a sheet that this width
 * does not have.
 */
async function show(page: Page, { width, height, colorScheme }: (typeof views)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}
