import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import type { Page } from 'playwright-core';
import { auditedScreens, readScreen } from './audited-screens.ts';
import { specScope } from './spec-scope.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const standardView = { width: 1440, height: 900, colorScheme: 'dark' } as const;
const everyWidth = [
  { width: 1920, height: 1080, colorScheme: 'light' },
  standardView,
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;
const views = isDeep
  ? everyWidth.flatMap((view) => (['light', 'dark'] as const).map((colorScheme) => ({ ...view, colorScheme })))
  : everyWidth;
/** Widths at which axe runs: all in deep runs, otherwise one of each layout, because axe takes most of an audit's time. */
const axeWidths: readonly number[] = isDeep ? everyWidth.map(({ width }) => width) : [1440, 390];

/** The screens that this spec file has audited in all views so far. */
const audited = new Set<string>();
// Checked here, so that no spec can skip it. Not checked when only some tests of a file run.
afterAll(() => {
  if (specScope().hasFailed() || specScope().hasSkipped()) return;
  const spec = path.basename(String(expect.getState().testPath), '.spec.ts');
  const listed = Object.keys(auditedScreens).filter((screen) => auditedScreens[screen] === spec);
  expect(listed.filter((screen) => !audited.has(screen))).toEqual([]);
});

interface Finding {
  id: string;
  nodes: { target: string[] }[];
}

/** The page's accessibility violations (axe) at its present size, and a finding when it overflows horizontally. */
export async function auditPage(page: Page): Promise<string[]> {
  return [...(await findViolations(page)), ...(await findOverflow(page))];
}

async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) })))`,
  );
  return findings.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}

async function findOverflow(page: Page): Promise<string[]> {
  const overflows = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth + 1',
  );
  return overflows ? ['the page overflows horizontally'] : [];
}

/**
 * Looks for overflow at every width, and runs axe at a wide and at a narrow one, each in one of the colour schemes. Deep
 * runs do both at every width in both schemes. A screen that `audited-screens.ts` does not list is a finding too.
 */
export async function auditPageInAllViews(page: Page): Promise<string[]> {
  const screen = await readScreen(page);
  audited.add(screen);
  const found = screen in auditedScreens ? [] : [`the screen “${screen}” is not in audited-screens.ts`];
  for (const view of views) {
    await applyView(page, view);
    const findings = axeWidths.includes(view.width) ? await auditPage(page) : await findOverflow(page);
    found.push(...findings.map((finding) => `${view.width} px, ${view.colorScheme}: ${finding}`));
  }
  await applyView(page, standardView);
  return found;
}

/**
 * Resizes the window and waits two frames for the layout: a key pressed earlier would go to a sheet that this width
 * does not have.
 */
async function applyView(page: Page, { width, height, colorScheme }: (typeof views)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}
