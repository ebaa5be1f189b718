import type { Page } from 'playwright-core';

/** Fills in the Family Legacy form with its sample and submits it. */
export async function submitSampleStory(page: Page): Promise<void> {
  await page.goto('/personal-stories');
  await page.getByRole('button', { name: 'Try Sample: Family Legacy', exact: true }).click();
  await page.getByRole('button', { name: 'Create Personal Story', exact: true }).click();
}
