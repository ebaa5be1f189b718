import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { Author } from '../src/author.ts';
import { editorText } from '../src/browser.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { paidRequests, waitForRefusals } from '../src/paid-requests.ts';
import { buyPlan } from '../src/buy-plan.ts';
import { SandboxAdmin } from '../src/sandbox-admin.ts';
import { TestApp } from '../src/test-app.ts';

const goodCard = '4242 4242 4242 4242';
const failingRenewalCard = '4000 0000 0000 0341';
/**
 * Milliseconds from payment to the active plan, and from the end of a plan to the refusal by every service. Asserted in
 * deep runs; others may share a busy machine, so they wait longer.
 */
const [activationMs, endMs] = isDeep ? [2000, 5000] : [60_000, 60_000];

/** How often a limit is lowered just before a book is created. */
const loweredLimits = isDeep ? 20 : 3;

describe('plan purchase and end', () => {
  const app = TestApp.own();
  let sandboxAdmin: SandboxAdmin;
  beforeAll(async () => void (sandboxAdmin = await SandboxAdmin.signIn(app.stack)));

  const registerAndOpen = async () => {
    const author = await Author.register(app.stack.url);
    return { author, ...(await app.openAs(author)) };
  };
  const payButton = (page: Page) => page.getByRole('button', { name: /^Pay £/ });
  const pay = async (page: Page, number: string) => {
    await page.getByRole('button', { name: number }).click();
    await payButton(page).click();
  };
  const buy = async (page: Page, address: string, number = goodCard) => {
    await page.goto(address);
    await pay(page, number);
    // The address changes before the page does, and the page change closes an open menu.
    await page.getByRole('heading', { name: 'Your Writing Dashboard' }).waitFor();
  };
  const planOf = async (author: Author) =>
    (await author.call('GET', '/api/user/plan-status')).body as { plan: string; isActive: boolean };
  const expectEventually = (read: () => Promise<unknown>, expected: unknown) =>
    eventually(read, (value) => isDeepStrictEqual(value, expected), endMs);
  const expectPlan = (author: Author, plan: string, isActive: boolean) =>
    expectEventually(async () => {
      const status = await planOf(author);
      return [status.plan, status.isActive];
    }, [plan, isActive]);
  /** Creates a book with text to export. */
  const createBook = async (author: Author) => {
    const { bookId, chapterId } = await author.createBook();
    await author.call('PUT', `/api/chapters/${chapterId}`, {
      content: 'The harbour was quiet when Mara found the letter.',
    });
    return bookId;
  };
  const canWrite = async (page: Page, bookId: string) => {
    await page.goto(`/book/${bookId}`);
    await page.locator('.cm-content').click();
    const before = await editorText(page);
    await page.keyboard.type('Z');
    return (await editorText(page)) !== before;
  };

  it('shows the discounted price before payment, and activates Pro Monthly within 2 seconds of it', async () => {
    const code = await sandboxAdmin.createPromoCode('percentage', 50);
    const { author, page, problems } = await registerAndOpen();
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
    expect(await auditPageInAllViews(page)).toEqual([]);
    const [answer] = await Promise.all([page.waitForResponse('**/api/billing/sandbox/confirm'), pay(page, goodCard)]);
    await answer.finished();
    const paidAt = Date.now();
    await page.getByText('Pro Monthly is active: AI writing tools, Personal Stories and PDF export.').waitFor();
    expect(Date.now() - paidAt).toBeLessThan(activationMs);
    await page.waitForURL('/dashboard');
    await page.getByText('Pro', { exact: true }).waitFor();
    expect(await planOf(author)).toMatchObject({ plan: 'pro_monthly', isActive: true });
    await page.goto('/pricing');
    await page.getByText(/^Renews on .* for £12\.$/).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.goto('/subscribe');
    await page.getByRole('heading', { name: 'Nothing to pay' }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows why a card was declined, and charges nothing before the bank’s confirmation', async () => {
    const { author, page } = await registerAndOpen();
    await page.goto('/checkout');
    await pay(page, '4000 0000 0000 0002');
    await page.getByText('Your card was declined.').first().waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await pay(page, '4000 0025 0000 3155');
    await page.getByText('Your bank asks for confirmation.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('You did not confirm this payment, so nothing was charged.').first().waitFor();
    expect((await planOf(author)).plan).toBe('free');
    await pay(page, '4000 0025 0000 3155');
    await page.getByRole('button', { name: 'Confirm payment' }).click();
    await page.getByText(/^Pro One-off is active for 30 days/).waitFor();
    expect(await planOf(author)).toMatchObject({ plan: 'pro_oneoff', isActive: true });
    await page.context().close();
  });

  it('creates one subscription despite a double click, a reload and two tabs', async () => {
    const { author, page } = await registerAndOpen();
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
    await page.getByRole('button', { name: goodCard }).click();
    await payButton(page).dblclick();
    await page.waitForURL('/dashboard');
    expect(confirmations).toBe(1);
    await pay(second, goodCard);
    await second.waitForURL('/dashboard');
    const ids = await Promise.all(subscriptions);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(1);
    expect(await planOf(author)).toMatchObject({ plan: 'pro_monthly', isActive: true });
    await page.context().close();
  });

  it('offers to redeem a credits code that the payment page refuses as a discount', async () => {
    const code = await sandboxAdmin.createPromoCode('credits', 2);
    const { author, page } = await registerAndOpen();
    await page.goto('/subscribe');
    await page.getByRole('textbox', { name: /Promo code/ }).fill(code);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('This promo code gives book credits.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Redeem it for book credits now' }).click();
    await page.getByText('You got 2 book credits.').waitFor();
    await expectEventually(async () => (await author.call('GET', '/api/user')).body['referralCredits'], 2);
    await page.context().close();
  });

  it('keeps access for seven days after a failed renewal, then returns to Free with all books', async () => {
    const { author, page } = await registerAndOpen();
    const bookId = await createBook(author);
    await buy(page, '/subscribe', failingRenewalCard);
    await sandboxAdmin.advanceDays(32);
    await expectEventually(
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
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Manage payment' }).click();
    await page.getByText('Sandbox: no money moves here.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await sandboxAdmin.advanceDays(8);
    await expectPlan(author, 'free', false);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Continue Writing A book under test' }).waitFor();
    await page.getByText('Free', { exact: true }).waitFor();
    expect(
      (await author.call('POST', `/api/books/${bookId}/export/pdf`, { chapterOnly: false, subFormat: 'ebook' })).status,
    ).toBe(200);
    await page.context().close();
  });

  it('cancels after one confirmation, shows the last day, and ends the plan then', async () => {
    const { author, page } = await registerAndOpen();
    await buy(page, '/subscribe');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: /^Pro Monthly plan/ }).click();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await page
      .getByText(/^Cancelled\. You keep everything in Pro until/)
      .first()
      .waitFor();
    expect(await planOf(author)).toMatchObject({ plan: 'pro_monthly', isActive: true });
    await sandboxAdmin.advanceDays(32);
    await expectPlan(author, 'free', false);
    await page.context().close();
  });

  it('makes a one-off book read-only but exportable after 30 days, and editable again when bought again', async () => {
    const { author, page } = await registerAndOpen();
    await buy(page, '/checkout');
    const bookId = await createBook(author);
    expect(await canWrite(page, bookId)).toBe(true);
    await sandboxAdmin.advanceDays(31);
    await expectPlan(author, 'pro_oneoff', false);
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
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose Pro One-off' }).click();
    await pay(page, goodCard);
    await page.waitForURL('/dashboard');
    expect(await canWrite(page, bookId)).toBe(true);
    await page.context().close();
  });

  it('ends the plan after a refund', async () => {
    const { author, page } = await registerAndOpen();
    const [created] = await Promise.all([page.waitForResponse('**/api/create-subscription'), page.goto('/subscribe')]);
    const { subscriptionId } = (await created.json()) as { subscriptionId: string };
    await pay(page, goodCard);
    await page.waitForURL('/dashboard');
    await sandboxAdmin.refund(subscriptionId);
    await expectPlan(author, 'free', false);
    await page.goto('/dashboard');
    await page.getByText('Free', { exact: true }).waitFor();
    await page.context().close();
  });

  it('refuses the very next book after an admin has lowered the limit', async () => {
    const replies: unknown[] = [];
    for (let round = 0; round < loweredLimits; round += 1) {
      const author = await Author.register(app.stack.url);
      const { id } = (await author.call('GET', '/api/user')).body as { id: string };
      await sandboxAdmin.setBookLimit(id, 0);
      const { status, body } = await author.call('POST', '/api/books', { title: 'One too many' });
      replies.push([status, body['code']]);
    }
    expect(replies).toEqual(Array(loweredLimits).fill([403, 'books.allowance_used']));
  });

  it('is refused by books, AI, stories and export within five seconds of the end of a one-off plan or a refunded month', async () => {
    const [oneOff, monthly] = [await Author.register(app.stack.url), await Author.register(app.stack.url)];
    await buyPlan(oneOff, 'pro_oneoff');
    const subscriptionId = await buyPlan(monthly, 'pro_monthly');
    const [oneOffRequests, monthlyRequests] = [await paidRequests(oneOff), await paidRequests(monthly)];
    for (const request of [...Object.values(oneOffRequests), ...Object.values(monthlyRequests)])
      expect((await request()).status).toBeLessThan(300);
    await sandboxAdmin.refund(subscriptionId);
    // After a monthly plan the author's books stay editable and exportable for 30 days.
    const { ai, stories } = monthlyRequests;
    expect(await waitForRefusals({ ai, stories }, endMs)).toEqual({
      ai: 'plan.required',
      stories: 'plan.required',
    });
    await sandboxAdmin.advanceDays(31);
    expect(await waitForRefusals({ ...oneOffRequests, 'export of a month': monthlyRequests.export }, endMs)).toEqual({
      books: 'plan.read_only',
      ai: 'plan.required',
      stories: 'plan.required',
      export: 'plan.required',
      'export of a month': 'plan.required',
    });
  });
});
