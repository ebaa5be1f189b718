import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { signInAdmin } from '../src/sign-in-admin.ts';
import { Author } from '../src/author.ts';
import { KeyboardUser } from '../src/keyboard-user.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { openConsole } from '../src/open-console.ts';
import { readDownload } from '../src/read-download.ts';
import { TestApp } from '../src/test-app.ts';
import { withDatabase } from '../src/with-database.ts';
import { projectedCollections } from '../../../services/admin/src/projections/index.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" fill="#a05c0a"/></svg>';
const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };

describe('the admin console', () => {
  const app = TestApp.own();

  const toast = (page: Page, title: string) =>
    page.getByRole('status').or(page.getByRole('alert')).getByText(title, { exact: true }).waitFor();

  /** Chooses an option of antd's Select. */
  async function choose(page: Page, select: Locator, option: string): Promise<void> {
    await select.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  it('grants a plan and credits, which the author sees and the audit trail records', async () => {
    const { email } = (await app.author('free')).account;
    const author = await app.author('free');
    const { page, problems } = await openConsole(app, `/admin?tab=users&q=${encodeURIComponent(email)}`);
    expect(new URL(page.url()).search).toBe(`?tab=users&q=${encodeURIComponent(email)}`);
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByRole('button')
      .press('Enter');
    await choose(page, page.getByRole('dialog').getByRole('combobox', { name: 'Plan' }), 'Pro Monthly');
    await page.getByLabel('Book credits').fill('3');
    await page.getByLabel('Unlimited books').check();
    await page.getByRole('button', { name: 'Update User' }).dblclick();
    await toast(page, 'Plan Updated');
    const status = await eventually(
      () => author.call('GET', '/api/user/plan-status'),
      ({ body }) => body['plan'] === 'pro_monthly',
    );
    expect(status.body).toMatchObject({ plan: 'pro_monthly', isActive: true });
    expect(
      (
        await eventually(
          () => author.call('GET', '/api/user'),
          ({ body }) => body['referralCredits'] === 3,
        )
      ).body['referralCredits'],
    ).toBe(3);
    await page.getByText('unlimited, set by an admin').waitFor();
    await page.getByRole('link', { name: 'Audit trail of this user' }).click();
    await page.getByRole('table', { name: 'Audit trail' }).getByText('Plan or limits changed').first().waitFor();
    expect(await page.getByRole('row', { name: /Plan or limits changed/ }).count()).toBe(1);
    await page
      .getByRole('row', { name: /Plan or limits changed/ })
      .getByRole('button')
      .click();
    await page.getByRole('dialog').getByText('after pro_monthly').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has no accessibility violations on any of its seven tabs, at every width', async () => {
    const { page, problems } = await openConsole(app, '/admin');
    const violations: Record<string, string[]> = {};
    for (const name of ['Overview', 'Users', 'Personal Stories', 'Promo Codes', 'AI Usage', 'Reviews', 'Referrals']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await (
        name === 'Overview'
          ? page.getByRole('img', { name: /twelve months/ })
          : page
              .getByRole('region', { name })
              .getByRole('status')
              .filter({ hasText: /row|moderate|story|promo code|AI was used|link yet/ })
      )
        .first()
        .waitFor();
      violations[name] = await auditPageInAllViews(page);
    }
    expect(violations).toEqual({
      Overview: [],
      Users: [],
      'Personal Stories': [],
      'Promo Codes': [],
      'AI Usage': [],
      Reviews: [],
      Referrals: [],
    });
    expect(problems).toEqual([]);
    await page.context().close();
  }, 360_000);

  it('creates an account that can sign in, and exports all accounts as CSV', async () => {
    const { page } = await openConsole(app, '/admin?tab=users');
    const email = `${randomUUID()}@example.com`;
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.locator('input[name=firstName]:focus').waitFor();
    for (const [label, text] of [
      ['First name', '=Cy'],
      ['Last name', 'Orr'],
      ['Email', email],
      ['Password', 'violet-otter-9'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Create User', exact: true }).dblclick();
    await toast(page, 'User Created');
    await Author.signIn(app.stack.url, { email, password: 'violet-otter-9' });
    await page.getByRole('row', { name: new RegExp(email) }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = (await readDownload(await download)).toString();
    const lines = file.trim().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeff?User ID,Name,Email,Plan/);
    expect(lines.filter((line) => line.includes(email))).toEqual([expect.stringContaining(",'=Cy Orr,")]);
    expect(lines).toHaveLength((await page.locator('[data-row]').count()) + 1);
    await page.context().close();
  });

  it('creates a promo code, and refuses it after deactivation', async () => {
    const { page } = await openConsole(app, '/admin?tab=promo-codes');
    await page.getByRole('button', { name: 'New promo code' }).click();
    await page.getByLabel('Code', { exact: true }).fill('otter');
    await choose(page, page.getByRole('combobox', { name: 'Benefit' }), 'Book credits');
    await page.getByLabel('Credits').fill('1.5');
    await page.getByRole('button', { name: 'Create promo code' }).click();
    await page.getByRole('form').getByText('Please enter a whole number of credits, at most 100').waitFor();
    await page.getByLabel('Credits').fill('2');
    await page.getByRole('button', { name: 'Create promo code' }).click();
    await toast(page, 'Promo Code Created');
    const redeem = async (author: Author) =>
      (await author.call('POST', '/api/promo-codes/redeem', { code: 'Otter' }, { 'idempotency-key': randomUUID() }))
        .status;
    expect(await redeem(await Author.register(app.stack.url))).toBe(200);
    await page.getByRole('button', { name: 'Deactivate OTTER' }).click();
    await page.getByRole('button', { name: 'Activate OTTER' }).waitFor();
    expect(await redeem(await Author.register(app.stack.url))).toBe(409);
    await page.context().close();
  });

  it('publishes a review on approval and hides it on rejection', async () => {
    const author = await Author.register(app.stack.url);
    const title = 'It got me to the end';
    expect(
      (
        await author.call(
          'POST',
          '/api/reviews',
          { rating: 5, title, content: 'Six years, then a winter.' },
          { 'idempotency-key': randomUUID() },
        )
      ).status,
    ).toBe(201);
    const isPublic = async () => JSON.stringify((await author.call('GET', '/api/reviews')).body).includes(title);
    expect(await isPublic()).toBe(false);
    const { page } = await openConsole(app, '/admin?tab=reviews');
    await page.getByRole('button', { name: `Approve ${title}` }).click();
    await toast(page, 'Review Approved');
    expect(await eventually(isPublic, Boolean)).toBe(true);
    await choose(page, page.getByRole('combobox', { name: 'Show' }), 'Approved');
    await page.getByRole('button', { name: `Reject ${title}` }).click();
    await toast(page, 'Review Rejected');
    expect(await eventually(isPublic, (value) => !value)).toBe(false);
    await page.context().close();
  });

  it('accepts a new logo only from an admin', async () => {
    const stranger = await app.openPage();
    await stranger.page.goto('/direct-upload');
    await stranger.page.getByLabel('Logo file').setInputFiles(logo);
    await stranger.page.getByRole('button', { name: 'Upload Logo' }).click();
    await stranger.page.getByRole('alert').getByText('Upload failed').first().waitFor();
    expect(await auditPageInAllViews(stranger.page)).toEqual([]);
    await stranger.page.context().close();
    const { page } = await openConsole(app, '/admin');
    await page.goto('/logo-upload');
    await page.getByLabel('Logo file').setInputFiles(logo);
    await page.getByAltText('Preview of the new logo').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Upload Logo' }).click();
    await toast(page, 'Success');
    await page.getByRole('banner').getByRole('img', { name: 'Inkbear' }).waitFor();
    await page.getByAltText('Preview of the new logo').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('shows AI usage and resets an author’s quota', async () => {
    const author = await Author.register(app.stack.url);
    const { email } = (await author.call('GET', '/api/user')).body as { email: string };
    expect(
      (await author.call('POST', '/api/ai/generate-titles', { topic: 'An otter learns to swim', genre: 'fantasy' }))
        .status,
    ).toBe(200);
    const readLimits = async () =>
      (await author.call('GET', '/api/ai/limits')).body as unknown as { limit: string; used: number }[];
    const totalUses = (limits: { used: number }[]) => limits.reduce((sum, limit) => sum + limit.used, 0);
    expect(totalUses(await eventually(readLimits, (limits) => totalUses(limits) === 1))).toBe(1);
    const { page } = await openConsole(app, `/admin?tab=openai&q=${encodeURIComponent(email)}`);
    await eventually(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return page.getByRole('row', { name: new RegExp(email) }).count();
      },
      (rows) => rows === 1,
    );
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByText(/^\$\d+\.\d{4}$/)
      .waitFor();
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByRole('button')
      .click();
    await page.getByRole('link', { name: 'Open this user' }).click();
    await page.getByRole('button', { name: 'Reset AI usage' }).click();
    await page
      .getByRole('form', { name: /Reset this month/ })
      .getByRole('button', { name: 'Reset AI usage' })
      .click();
    await toast(page, 'AI Usage Reset');
    expect(totalUses(await eventually(readLimits, (limits) => totalUses(limits) === 0))).toBe(0);
    await page.context().close();
  });

  it('refunds a sandbox payment, which ends the plan', async () => {
    const { email } = (await app.author('pro_monthly')).account;
    const author = await app.author('pro_monthly');
    const { page } = await openConsole(app, `/admin?tab=users&q=${encodeURIComponent(email)}`);
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByRole('button')
      .click();
    await page.getByRole('dialog').getByText('£12.00 · Pro Monthly').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('dialog', { name: 'Refund this payment?' }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refund payment' }).click();
    await toast(page, 'Payment Refunded');
    expect(
      (
        await eventually(
          () => author.call('GET', '/api/user/plan-status'),
          ({ body }) => body['isActive'] === false,
        )
      ).body,
    ).toMatchObject({ plan: 'free', isActive: false });
    await page.getByRole('dialog').getByText('£12.00 refunded').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sandbox tools' }).click();
    await page.getByLabel('Days', { exact: true }).fill('3');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Advance the clock' }).click();
    await toast(page, 'Clock Advanced');
    await page.context().close();
  });

  it('shows the same data after its projections are rebuilt from the events of all services', async () => {
    const admin = new Author(app.stack.url);
    const token = await signInAdmin(app.stack);
    const routes = [
      'analytics',
      'analytics/history',
      'users?limit=500',
      'personal-stories?limit=500',
      'ai-usage?limit=500',
      'ai-usage?by=day&limit=500',
      'audit?limit=500',
    ];
    const readProjections = async () =>
      JSON.stringify(
        await Promise.all(
          routes.map(
            async (route) =>
              (await admin.call('GET', `/api/admin/${route}`, undefined, { 'x-admin-token': token })).body,
          ),
        ),
      );
    let before = '';
    // Wait until the events of the tests before this one have arrived.
    await eventually(
      async () => {
        const earlier = before;
        before = await readProjections();
        return before === earlier;
      },
      (isStable) => isStable,
    );
    expect(before).toContain((await app.author('pro_monthly')).account.email);
    await withDatabase(app.stack, 'admin', async (connection) => {
      for (const name of projectedCollections)
        await connection.collection<{ _id: string }>(name).deleteMany({ _id: { $gt: '' } });
    });
    expect(await readProjections()).not.toContain((await app.author('pro_monthly')).account.email);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', path.join(repositoryRoot, 'packages/local/src/ops.ts'), 'rebuild', 'admin'],
      { env: { ...process.env, DATA_DIR: app.stack.dataDir } },
    );
    expect(stdout).toMatch(/\d events were replayed/);
    expect(await readProjections()).toBe(before);
  });

  it('changes a plan and creates and deactivates a promo code with the keyboard alone', async () => {
    const { email } = (await Author.register(app.stack.url)).account;
    const { page, problems } = await app.openPage();
    const keyboard = new KeyboardUser(page);
    const focused = page.locator(':focus');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    /** Moves from the selected tab to another one and opens it. */
    const openTab = async (steps: number, name: string) => {
      await keyboard.tabTo(page.getByRole('tab', { selected: true }), { isBackward: true });
      for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name, selected: true }).and(focused).waitFor();
    };
    await page.goto('/admin');
    await page.getByLabel('Admin password').and(focused).waitFor();
    await page.keyboard.type(app.stack.demo.adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('tablist', { name: 'Admin' }).waitFor();
    await keyboard.expectFocus();
    await keyboard.tabTo(button('Log out'));
    await keyboard.tabTo(page.getByRole('tab', { selected: true }));
    await openTab(1, 'Users');
    await keyboard.fill(page.getByRole('searchbox'), email);
    await page.getByText('1 row', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: new RegExp(email) }).getByRole('button');
    await keyboard.use(row);
    await keyboard.tabTo(dialog.getByRole('combobox', { name: 'Plan' }));
    for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await dialog.getByText('Granted for a year from now; nobody pays for it.').waitFor();
    await keyboard.use(button('Update User'));
    await toast(page, 'Plan Updated');
    await keyboard.expectFocus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await row.and(focused).waitFor();

    await openTab(2, 'Promo Codes');
    await keyboard.use(button('New promo code'));
    await dialog.getByLabel('Code', { exact: true }).and(focused).waitFor();
    await page.keyboard.type('quill');
    await keyboard.fill(dialog.getByLabel('Per cent'), '20');
    await keyboard.use(button('Create promo code'));
    await toast(page, 'Promo Code Created');
    await dialog.waitFor({ state: 'hidden' });
    await button('New promo code').and(focused).waitFor();
    await keyboard.use(button('Deactivate QUILL'));
    await button('Activate QUILL').and(focused).waitFor();
    await keyboard.use(button('Log out'), { isBackward: true });
    await page.getByLabel('Admin password').and(focused).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('requires the password again after logout', async () => {
    const { page } = await openConsole(app, '/admin?tab=users');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Admin password').waitFor();
    await page.goto('/admin?tab=users');
    await page.waitForURL('/admin/login?next=%2Fadmin%3Ftab%3Dusers');
    await page.context().close();
  });
});
