import type { Page } from 'playwright-core';

/** Answers all four steps of the open genre quiz; the button "See my genre" sends the answers. */
export async function answerGenreQuiz(page: Page): Promise<void> {
  for (const choice of ['History', 'Life itself', 'Keep family memories']) {
    await page.getByLabel(choice, { exact: true }).check();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByLabel(/^Regular/).check();
}
