import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Author } from '../src/author.ts';
import { waitUntilSaved } from '../src/browser.ts';
import { cardsAre, openDashboard } from '../src/dashboard.ts';
import { examineEverywhere } from '../src/examine.ts';
import { newAuthor } from '../src/new-author.ts';
import { tryToCreateStory } from '../src/new-story.ts';
import { openFirstBook } from '../src/room.ts';
import { Till } from '../src/till.ts';
import { Visit } from '../src/visit.ts';

describe('a one-off plan', () => {
  const visit = Visit.ownHouse({ seed: false });
  let author: Author;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    author = await newAuthor(visit.house.url, 'pro_oneoff');
    ({ page, problems } = await visit.openAs(author));
  }, 60_000);
  const toast = (title: string) => page.getByText(title, { exact: true }).first().waitFor({ timeout: 30_000 });

  it('names its last day while it runs, counts no ideas, and opens stories', async () => {
    await openFirstBook(page);
    await openDashboard(page);
    await cardsAre(page, 'Pro');
    await page.getByText(/^One-off until \d+ \w+$/).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.goto('/tools');
    await page.getByText('Fair use: no fixed number of ideas.').waitFor();
    await tryToCreateStory(page);
    await toast('Story Created!');
  }, 120_000);

  it('says so on the dashboard when its 30 days are over, and what is read-only then', async () => {
    await (await Till.open(visit.house)).passDays(31);
    const end = Date.now() + 5000;
    while ((await author.call('GET', '/api/user/plan-status')).body['isActive'] === true && Date.now() < end)
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    await openDashboard(page);
    await cardsAre(page, 'Pro', '2');
    await page.getByText('Pro One-off, ended').waitFor();
    await page
      .getByText(/^Your 30 days ended on .*\. Books made under it are read-only and can still be exported\./)
      .waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
  }, 120_000);

  it('is over: ideas are counted again, and there is no book more', async () => {
    await page.goto('/tools');
    await page
      .getByText(
        /^5 of 5 ideas left .* Your one-off plan has ended, so titles, quizzes and outlines count together as on the free plan\./,
      )
      .waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('tab', { name: /^New book/ }).click();
    await page.getByText(/^The Free plan includes 1 book in total, and you have used this\./).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
  }, 120_000);

  it('is over: no story is made, and the one that is there can be read, edited and exported', async () => {
    await tryToCreateStory(page);
    await toast('Pro Plan Required');
    await page.goto('/personal-stories');
    await page.getByText('Personal stories require a Pro plan.', { exact: false }).waitFor();
    await page
      .getByRole('link', { name: /^Edit & Enhance/ })
      .first()
      .click();
    await page.locator('.cm-content').waitFor();
    await page.getByRole('button', { name: 'Generate Story', exact: true }).click();
    await page.getByText('Story generation requires a Pro plan.').first().waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.insertText('Written by hand, all the same.');
    await waitUntilSaved(page);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'PDF', exact: true }).click(),
    ]);
    await opened.close();
    expect(problems).toEqual([]);
  }, 90_000);
});
