import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { textOf } from '../src/browser.ts';
import { examineEverywhere } from '../src/examine.ts';
import { plannedGates, refusals } from '../src/planned-gates.ts';
import { sell } from '../src/sell.ts';
import { Till } from '../src/till.ts';
import { Visit } from '../src/visit.ts';

const good = '4242 4242 4242 4242';
const failsAtRenewal = '4000 0000 0000 0341';
/** Milliseconds from the money to the plan, and from a moment that changes a plan to every service knowing. */
const openedWithin = 2000;
const closedWithin = 5000;

describe('an author who buys', () => {
  const visit = Visit.ownHouse();
  let till: Till;
  beforeAll(async () => void (till = await Till.open(visit.house)), 60_000);

  const arrive = async () => {
    const author = await Author.register(visit.house.url);
    return { author, ...(await visit.openAs(author)) };
  };
  const payButton = (page: Page) => page.getByRole('button', { name: /^Pay £/ });
  const pay = async (page: Page, number: string) => {
    await page.getByRole('button', { name: number }).click();
    await payButton(page).click();
  };
  const buy = async (page: Page, address: string, number = good) => {
    await page.goto(address);
    await pay(page, number);
    // The address changes before the page does, and with the page an open menu closes.
    await page.getByRole('heading', { name: 'Your Writing Dashboard' }).waitFor();
  };
  const planOf = async (author: Author) =>
    (await author.call('GET', '/api/user/plan-status')).body as { plan: string; isActive: boolean };
  const eventually = async (look: () => Promise<unknown>, wanted: unknown) => {
    const end = Date.now() + closedWithin;
    while (JSON.stringify(await look()) !== JSON.stringify(wanted) && Date.now() < end)
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    expect(await look()).toEqual(wanted);
  };
  const becomes = (author: Author, plan: string, isActive: boolean) =>
    eventually(async () => {
      const status = await planOf(author);
      return [status.plan, status.isActive];
    }, [plan, isActive]);
  /** A book with something to export. */
  const makeBook = async (author: Author) => {
    const { bookId, chapterId } = await author.createBook();
    await author.call('PUT', `/api/chapters/${chapterId}`, {
      content: 'The harbour was quiet when Mara found the letter.',
    });
    return bookId;
  };
  const canWrite = async (page: Page, bookId: string) => {
    await page.goto(`/book/${bookId}`);
    await page.locator('.cm-content').click();
    const before = await textOf(page);
    await page.keyboard.type('Z');
    return (await textOf(page)) !== before;
  };

  it('Pro Monthly sees the price with the promo code before the click, and the tools are open within 2 seconds', async () => {
    const code = await till.makeCode('percentage', 50);
    const { author, page, problems } = await arrive();
    await page.goto('/pricing');
    await page.getByText('Your current plan').waitFor();
    await page.getByRole('button', { name: 'Choose Pro Monthly' }).click();
    await page.getByRole('button', { name: 'Pay £12' }).waitFor();
    await page.getByRole('textbox', { name: /Promo code/ }).fill('NOSUCHCODE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('This promo code does not exist.').waitFor();
    await page.getByRole('textbox', { name: /Promo code/ }).fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Pay £6' }).waitFor();
    await page.getByText(`Promo code ${code}`).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Pay £6' }).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    const [answer] = await Promise.all([page.waitForResponse('**/api/billing/sandbox/confirm'), pay(page, good)]);
    await answer.finished();
    const paidAt = Date.now();
    await page.getByText('Pro Monthly is open: AI writing tools, Personal Stories and PDF export.').waitFor();
    expect(Date.now() - paidAt).toBeLessThan(openedWithin);
    await page.waitForURL('/dashboard');
    await page.getByText('Pro', { exact: true }).waitFor();
    expect(await planOf(author)).toMatchObject({ plan: 'pro_monthly', isActive: true });
    await page.goto('/pricing');
    await page.getByText(/^Renews on .* for £12\.$/).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.goto('/subscribe');
    await page.getByRole('heading', { name: 'Nothing to pay' }).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('is told why a card was declined, and asked by the bank, before anything is charged', async () => {
    const { author, page } = await arrive();
    await page.goto('/checkout');
    await pay(page, '4000 0000 0000 0002');
    await page.getByText('Your card was declined.').first().waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await pay(page, '4000 0025 0000 3155');
    await page.getByText('Your bank wants to be sure.').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('You did not confirm this payment, so nothing was charged.').first().waitFor();
    expect((await planOf(author)).plan).toBe('free');
    await pay(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Confirm payment' }).click();
    await page.getByText(/^Pro One-off is open for 30 days/).waitFor();
    expect(await planOf(author)).toMatchObject({ plan: 'pro_oneoff', isActive: true });
    await page.context().close();
  }, 120_000);

  it('with a double click, a reload and two tabs has one subscription', async () => {
    const { author, page } = await arrive();
    const second = await page.context().newPage();
    const subscriptions: Promise<string>[] = [];
    let confirmations = 0;
    page.context().on('response', (response) => {
      if (response.url().endsWith('/api/create-subscription') && response.status() === 200)
        subscriptions.push(response.json().then((body: { subscriptionId: string }) => body.subscriptionId));
      if (response.url().endsWith('/api/billing/sandbox/confirm')) confirmations += 1;
    });
    await Promise.all([page.goto('/subscribe'), second.goto('/subscribe')]);
    await Promise.all([payButton(page).waitFor(), payButton(second).waitFor()]);
    await page.reload();
    await page.getByRole('button', { name: good }).click();
    await payButton(page).dblclick();
    await page.waitForURL('/dashboard');
    expect(confirmations).toBe(1);
    await pay(second, good);
    await second.waitForURL('/dashboard');
    const ids = await Promise.all(subscriptions);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(1);
    expect(await planOf(author)).toMatchObject({ plan: 'pro_monthly', isActive: true });
    await page.context().close();
  }, 120_000);

  it('redeems book credits where a code for credits was refused', async () => {
    const code = await till.makeCode('credits', 2);
    const { author, page } = await arrive();
    await page.goto('/subscribe');
    await page.getByRole('textbox', { name: /Promo code/ }).fill(code);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('This promo code gives book credits.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Redeem it for book credits now' }).click();
    await page.getByText('You got 2 book credits.').waitFor();
    await eventually(async () => (await author.call('GET', '/api/user')).body['referralCredits'], 2);
    await page.context().close();
  }, 60_000);

  it('keeps access for seven days when a renewal fails, is told so, and is free after that with every word', async () => {
    const { author, page } = await arrive();
    const bookId = await makeBook(author);
    await buy(page, '/subscribe', failsAtRenewal);
    await till.passDays(32);
    await eventually(
      async () =>
        ((await author.call('GET', '/api/billing/subscription')).body['subscription'] as { status: string } | null)
          ?.status,
      'past_due',
    );
    await page.goto('/dashboard');
    await page.getByText(/^Your card was declined\. You keep access until/).waitFor();
    expect(await planOf(author)).toMatchObject({ plan: 'pro_monthly', isActive: true });
    await page.getByRole('link', { name: 'Your plan' }).first().click();
    await page.getByRole('button', { name: 'Manage payment' }).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Manage payment' }).click();
    await page.getByText('Sandbox: no money moves here.').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await till.passDays(8);
    await becomes(author, 'free', false);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Continue Writing A book under test' }).waitFor();
    await page.getByText('Free', { exact: true }).waitFor();
    expect(
      (await author.call('POST', `/api/books/${bookId}/export/pdf`, { chapterOnly: false, subFormat: 'ebook' })).status,
    ).toBe(200);
    await page.context().close();
  }, 120_000);

  it('cancels after one question, is told until when it stays, and loses it then', async () => {
    const { author, page } = await arrive();
    await buy(page, '/subscribe');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: /^Pro Monthly plan/ }).click();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await page
      .getByText(/^Cancelled\. You keep everything in Pro until/)
      .first()
      .waitFor();
    expect(await planOf(author)).toMatchObject({ plan: 'pro_monthly', isActive: true });
    await till.passDays(32);
    await becomes(author, 'free', false);
    await page.context().close();
  }, 120_000);

  it('a one-off reads its book after 30 days, exports it, and writes on when it is bought again', async () => {
    const { author, page } = await arrive();
    await buy(page, '/checkout');
    const bookId = await makeBook(author);
    expect(await canWrite(page, bookId)).toBe(true);
    await till.passDays(31);
    await becomes(author, 'pro_oneoff', false);
    expect(await canWrite(page, bookId)).toBe(false);
    await page
      .getByText('Your one-off plan has ended, so this book is read-only. You can still export it.')
      .first()
      .waitFor();
    expect(
      (await author.call('POST', `/api/books/${bookId}/export/pdf`, { chapterOnly: false, subFormat: 'ebook' })).status,
    ).toBe(200);
    await page.goto('/pricing');
    await page.getByText(/^Your 30 days ended on/).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose Pro One-off' }).click();
    await pay(page, good);
    await page.waitForURL('/dashboard');
    expect(await canWrite(page, bookId)).toBe(true);
    await page.context().close();
  }, 120_000);

  it('loses the plan with the money that went back, and the open page hears of it', async () => {
    const { author, page } = await arrive();
    await page.goto('/subscribe');
    const [begun] = await Promise.all([page.waitForResponse('**/api/create-subscription'), page.reload()]);
    const { subscriptionId } = (await begun.json()) as { subscriptionId: string };
    await pay(page, good);
    await page.waitForURL('/dashboard');
    await till.refund(subscriptionId);
    await becomes(author, 'free', false);
    await page.goto('/dashboard');
    await page.getByText('Free', { exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('is refused by books, AI, stories and export within five seconds of the end of a one-off, and of a month whose money went back', async () => {
    const [once, monthly] = [await Author.register(visit.house.url), await Author.register(visit.house.url)];
    await sell(once, 'pro_oneoff');
    const subscriptionId = await sell(monthly, 'pro_monthly');
    const [gatesOfOnce, gatesOfMonthly] = [await plannedGates(once), await plannedGates(monthly)];
    for (const gate of [...Object.values(gatesOfOnce), ...Object.values(gatesOfMonthly)])
      expect((await gate()).status).toBeLessThan(300);
    await till.refund(subscriptionId);
    // A month that has ended leaves its author's books open to the hand, and 30 days of export.
    const { ai, stories } = gatesOfMonthly;
    expect(await refusals({ ai, stories }, closedWithin)).toEqual({ ai: 'plan.required', stories: 'plan.required' });
    await till.passDays(31);
    expect(await refusals({ ...gatesOfOnce, 'export of a month': gatesOfMonthly.export }, closedWithin)).toEqual({
      books: 'plan.read_only',
      ai: 'plan.required',
      stories: 'plan.required',
      export: 'plan.required',
      'export of a month': 'plan.required',
    });
  }, 120_000);
});
