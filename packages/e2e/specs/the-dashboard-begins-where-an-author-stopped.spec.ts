import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { examineEverywhere } from '../src/examine.ts';
import { Till } from '../src/till.ts';
import { openFirstBook, writeChapter } from '../src/room.ts';
import { Visit } from '../src/visit.ts';

describe('the dashboard', () => {
  const visit = Visit.plan();
  let till: Till;
  beforeAll(async () => void (till = await Till.open(visit.house)), 60_000);

  const fact = (page: Page, label: string) => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
  const factIs = (page: Page, label: string, value: string) => fact(page, label).and(page.locator('dd', { hasText: new RegExp(`^${value}$`) })).waitFor();
  const open = async (page: Page) => {
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Your Writing Dashboard' }).waitFor();
  };
  const cardsAre = async (page: Page, plan: 'Free' | 'Pro', total = '1') => {
    await factIs(page, 'Total Books', total);
    await factIs(page, 'Plan Status', plan);
    await factIs(page, 'AI Tools', 'Active');
    await factIs(page, 'Community', 'Coming Soon');
  };

  it('leads a visitor to sign in, and back to it', async () => {
    const { page } = await visit.openPage();
    await page.goto('/dashboard');
    await page.waitForURL('/auth?next=%2Fdashboard');
    await page.context().close();
  }, 60_000);

  it('of somebody new is one sentence and one action, with a dialog that loses nothing', async () => {
    const { page, problems } = await visit.openAs(await Author.register(visit.house.url));
    await open(page);
    await page.getByText('Your first book begins with a title').waitFor();
    await cardsAre(page, 'Free', '0');
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create your first book' }).click();
    await page.getByText('The Free plan includes 1 book in total, and this can be the one.').waitFor();
    await page.getByLabel('Title').fill('The Salt Road');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: /Create a book/ }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('The Salt Road');
    await page.getByLabel('Genre').selectOption('fantasy');
    await page.getByRole('button', { name: 'Create book' }).click();
    await page.waitForURL(/\/book\//);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('of a free author has stories for Pro alone, the last words written, the days, and the goal of this device', async () => {
    const { page, problems } = await visit.openBook('free');
    await writeChapter(page, 'Ida lit the lamp. The harbour was quiet, and the tide was going out.');
    await open(page);
    await page.getByText('The harbour was quiet, and the tide was going out.', { exact: true }).waitFor();
    await page.getByText(/^Chapter 1: /).waitFor();
    await page.getByText(/words to go|the remaining/).first().waitFor();
    await cardsAre(page, 'Free');
    expect(await page.getByRole('button', { name: 'Create a story Upgrade for Access' }).isDisabled()).toBe(true);
    expect(await page.getByRole('link', { name: /^Writing tools/ }).getAttribute('href')).toBe('/tools');
    await page.getByRole('button', { name: 'Set a daily goal' }).click();
    await page.getByLabel('Words a day').fill('1000');
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.reload();
    await page.getByText(/^(?:1,000|986) of 1,000 words to go\./).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go on writing' }).click();
    await page.locator('.cm-content').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 180_000);

  it('of a monthly author brings a book back from the trash, and counts what waits there', async () => {
    const { page, problems } = await visit.signIn('pro_monthly');
    await open(page);
    await cardsAre(page, 'Pro');
    await page.getByText('Pro Monthly', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByText('Move to trash').click();
    await page.getByText('1 thing can be brought back. 30 days left.').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /^Continue Writing/ }).waitFor();
    await page.getByText('what you deleted in the last 30 days.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('of a one-off author names its last day, and afterwards what is read-only', async () => {
    const { page, problems } = await visit.signIn('pro_oneoff');
    await openFirstBook(page);
    await open(page);
    await cardsAre(page, 'Pro');
    await page.getByText(/^One-off until \d+ \w+$/).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await till.passDays(31);
    const author = await visit.author('pro_oneoff');
    const end = Date.now() + 5000;
    while ((await author.call('GET', '/api/user/plan-status')).body['isActive'] === true && Date.now() < end) await new Promise((resolve) => { setTimeout(resolve, 100); });
    await open(page);
    await cardsAre(page, 'Pro');
    await page.getByText('Pro One-off, ended').waitFor();
    await page.getByText(/^Your 30 days ended on .*\. Books made under it are read-only and can still be exported\./).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);
});
