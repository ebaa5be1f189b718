import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Author } from '../src/author.ts';
import { waitUntilSaved } from '../src/browser.ts';
import { expectCards, openDashboard } from '../src/dashboard.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { createAuthor } from '../src/create-author.ts';
import { submitSampleStory } from '../src/submit-sample-story.ts';
import { openFirstBook } from '../src/book-editor.ts';
import { SandboxAdmin } from '../src/sandbox-admin.ts';
import { TestApp } from '../src/test-app.ts';

describe('Pro One-off', () => {
  const app = TestApp.own({ seed: false });
  let author: Author;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    author = await createAuthor(app.stack.url, 'pro_oneoff');
    ({ page, problems } = await app.openAs(author));
  });
  const toast = (title: string) => page.getByText(title, { exact: true }).first().waitFor();

  it('shows its last day, does not count ideas and allows stories while it is active', async () => {
    await openFirstBook(page);
    await openDashboard(page);
    await expectCards(page, 'Pro');
    await page.getByText(/^One-off until \d+ \w+$/).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.goto('/tools');
    await page.getByText('Fair use: no fixed number of idea requests.').waitFor();
    await submitSampleStory(page);
    await toast('Story Created!');
  });

  it('explains on the dashboard after 30 days that it has ended and what is read-only', async () => {
    await (await SandboxAdmin.signIn(app.stack)).advanceDays(31);
    const end = Date.now() + 5000;
    while ((await author.call('GET', '/api/user/plan-status')).body['isActive'] === true && Date.now() < end)
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    await openDashboard(page);
    await expectCards(page, 'Pro', '2');
    await page.getByText('Pro One-off, ended').waitFor();
    await page
      .getByText(/^Your 30 days ended on .*\. Books created with it are read-only and can still be exported\./)
      .waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('counts ideas and refuses another book after its end', async () => {
    await page.goto('/tools');
    const left = page.getByText('5 of 5 idea requests left');
    await left
      .filter({
        hasText: 'Your one-off plan has ended, so titles, quizzes and outlines share one limit, as on the free plan.',
      })
      .waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('tab', { name: /^New book/ }).click();
    await page.getByText(/^The Free plan includes 1 book in total, which you have used\./).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('refuses new stories after its end, but lets the existing one be read, edited and exported', async () => {
    await submitSampleStory(page);
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
  });
});
