import type { Page } from 'playwright-core';

/** Fills in a story's form with its sample and sends it. */
export async function tryToCreateStory(page: Page): Promise<void> {
  await page.goto('/personal-stories');
  await page.getByRole('button', { name: 'Try Sample: Family Legacy', exact: true }).click();
  await page.getByRole('button', { name: 'Create Personal Story', exact: true }).click();
}
