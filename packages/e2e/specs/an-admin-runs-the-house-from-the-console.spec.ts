import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { examineEverywhere } from '../src/examine.ts';
import { Visit } from '../src/visit.ts';
import { withDatabase } from '../src/with-database.ts';
import { projectedCollections } from '../../../services/admin/src/projections/index.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" fill="#a05c0a"/></svg>';
const logo = { name: 'house.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };

/** Asks until the answer is right: what one service did, others hear a moment later. */
async function eventually<T>(look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const until = Date.now() + 10_000;
  for (;;) {
    const value = await look();
    if (isRight(value) || Date.now() > until) return value;
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
  }
}

describe('the console', () => {
  const visit = Visit.ownHouse();

  async function openConsole(address: string): Promise<{ page: Page; problems: string[] }> {
    const opened = await visit.openPage();
    await opened.page.goto(address);
    await opened.page.getByLabel('Admin password').fill(visit.house.demo.adminPassword);
    await opened.page.getByRole('button', { name: 'Log in' }).click();
    await opened.page.getByRole('tablist', { name: 'Admin' }).waitFor();
    return opened;
  }
  const toast = (page: Page, title: string) =>
    page.getByRole('status').or(page.getByRole('alert')).getByText(title, { exact: true }).waitFor();

  it('grants a plan and credits that the author sees, and writes down who did it', async () => {
    const { email } = (await visit.author('free')).account;
    const author = await visit.author('free');
    const { page, problems } = await openConsole(`/admin?tab=users&q=${encodeURIComponent(email)}`);
    expect(new URL(page.url()).search).toBe(`?tab=users&q=${encodeURIComponent(email)}`);
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByRole('button')
      .press('Enter');
    await page.getByLabel('Plan', { exact: true }).selectOption('pro_monthly');
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
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('link', { name: 'Audit trail of this user' }).click();
    await page.getByRole('table', { name: 'Audit trail' }).getByText('Plan or limits changed').first().waitFor();
    expect(await page.getByRole('row', { name: /Plan or limits changed/ }).count()).toBe(1);
    await page
      .getByRole('row', { name: /Plan or limits changed/ })
      .getByRole('button')
      .click();
    await page.getByRole('dialog').getByText('after pro_monthly').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await page.context().close();
  }, 240_000);

  it('has seven tabs without a barrier, at every width', async () => {
    const { page, problems } = await openConsole('/admin');
    const found: Record<string, string[]> = {};
    for (const name of ['Overview', 'Users', 'Personal Stories', 'Promo Codes', 'AI Usage', 'Reviews', 'Referrals']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await (
        name === 'Overview'
          ? page.getByRole('img', { name: /twelve months/ })
          : page
              .getByRole('region', { name })
              .getByRole('status')
              .filter({ hasText: /row|waits|story|promo code|AI was used|link yet/ })
      )
        .first()
        .waitFor();
      found[name] = await examineEverywhere(page);
    }
    expect(found).toEqual({
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

  it('makes an account that can sign in, and a file of all accounts', async () => {
    const { page } = await openConsole('/admin?tab=users');
    const email = `${randomUUID()}@example.com`;
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.locator('input[name=firstName]:focus').waitFor();
    for (const [label, text] of [
      ['First name', '=Cy'],
      ['Last name', 'Orr'],
      ['Email', email],
      ['Password', 'violet-otter-9'],
    ] as const)
      await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Create User', exact: true }).dblclick();
    await toast(page, 'User Created');
    await Author.signIn(visit.house.url, { email, password: 'violet-otter-9' });
    await page.getByRole('row', { name: new RegExp(email) }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const lines = file.trim().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeff?Id,Name,E-mail,Plan/);
    expect(lines.filter((line) => line.includes(email))).toEqual([expect.stringContaining(",'=Cy Orr,")]);
    expect(lines).toHaveLength((await page.locator('[data-row]').count()) + 1);
    await page.context().close();
  }, 120_000);

  it('makes a promo code, switches it off, and the next author is refused', async () => {
    const { page } = await openConsole('/admin?tab=promo-codes');
    await page.getByRole('button', { name: 'New promo code' }).click();
    await page.getByLabel('Code', { exact: true }).fill('otter');
    await page.getByLabel('What it gives').selectOption('credits');
    await page.getByLabel('Credits').fill('1.5');
    await page.getByRole('button', { name: 'Create promo code' }).click();
    await page.getByRole('form').getByText('Please enter a whole number of credits, at most 100').waitFor();
    await page.getByLabel('Credits').fill('2');
    await page.getByRole('button', { name: 'Create promo code' }).click();
    await toast(page, 'Promo Code Created');
    const redeem = async (author: Author) =>
      (await author.call('POST', '/api/promo-codes/redeem', { code: 'Otter' }, { 'idempotency-key': randomUUID() }))
        .status;
    expect(await redeem(await Author.register(visit.house.url))).toBe(200);
    await page.getByRole('button', { name: 'Deactivate OTTER' }).click();
    await page.getByRole('button', { name: 'Activate OTTER' }).waitFor();
    expect(await redeem(await Author.register(visit.house.url))).toBe(409);
    await page.context().close();
  }, 120_000);

  it('lets a review become public, and takes it back', async () => {
    const author = await Author.register(visit.house.url);
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
    const { page } = await openConsole('/admin?tab=reviews');
    await page.getByRole('button', { name: `Approve ${title}` }).click();
    await toast(page, 'Review Approved');
    expect(await eventually(isPublic, Boolean)).toBe(true);
    await page.getByLabel('Show').selectOption('approved');
    await page.getByRole('button', { name: `Reject ${title}` }).click();
    await toast(page, 'Review Rejected');
    expect(await eventually(isPublic, (value) => !value)).toBe(false);
    await page.context().close();
  }, 120_000);

  it('takes a new logo from an admin and from nobody else', async () => {
    const stranger = await visit.openPage();
    await stranger.page.goto('/direct-upload');
    await stranger.page.getByLabel('Logo file').setInputFiles(logo);
    await stranger.page.getByRole('button', { name: 'Upload Logo' }).click();
    await stranger.page.getByRole('alert').getByText('Upload failed').first().waitFor();
    expect(await examineEverywhere(stranger.page)).toEqual([]);
    await stranger.page.context().close();
    const { page } = await openConsole('/admin');
    await page.goto('/logo-upload');
    await page.getByLabel('Logo file').setInputFiles(logo);
    await page.getByAltText('Preview of the new logo').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Upload Logo' }).click();
    await toast(page, 'Success');
    await page.getByRole('banner').getByRole('img', { name: 'Inkbear' }).waitFor();
    await page.getByAltText('Preview of the new logo').waitFor({ state: 'hidden' });
    await page.context().close();
  }, 120_000);

  it('shows what AI was used for, and gives an author’s uses back', async () => {
    const author = await Author.register(visit.house.url);
    const { email } = (await author.call('GET', '/api/user')).body as { email: string };
    expect(
      (await author.call('POST', '/api/ai/generate-titles', { topic: 'An otter learns to swim', genre: 'fantasy' }))
        .status,
    ).toBe(200);
    const used = async () =>
      (await author.call('GET', '/api/ai/limits')).body as unknown as { limit: string; used: number }[];
    const ideas = (limits: { used: number }[]) => limits.reduce((sum, limit) => sum + limit.used, 0);
    expect(ideas(await eventually(used, (limits) => ideas(limits) === 1))).toBe(1);
    const { page } = await openConsole(`/admin?tab=openai&q=${encodeURIComponent(email)}`);
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
    expect(ideas(await eventually(used, (limits) => ideas(limits) === 0))).toBe(0);
    await page.context().close();
  }, 120_000);

  it('gives a payment back in the sandbox, and the plan ends', async () => {
    const { email } = (await visit.author('pro_monthly')).account;
    const author = await visit.author('pro_monthly');
    const { page } = await openConsole(`/admin?tab=users&q=${encodeURIComponent(email)}`);
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByRole('button')
      .click();
    await page.getByRole('dialog').getByText('£12.00 · Pro Monthly').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await toast(page, 'Payment Refunded');
    expect(
      (
        await eventually(
          () => author.call('GET', '/api/user/plan-status'),
          ({ body }) => body['isActive'] === false,
        )
      ).body,
    ).toMatchObject({ plan: 'free', isActive: false });
    await page.getByRole('dialog').getByText('£12.00 given back').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sandbox tools' }).click();
    await page.getByLabel('Days to move on').fill('3');
    expect(await examineEverywhere(page)).toEqual([]);
    await page.getByRole('button', { name: 'Move the clock' }).click();
    await toast(page, 'Clock Moved');
    await page.context().close();
  }, 180_000);

  it('shows the same when all of it is made again from what every service has told', async () => {
    const admin = new Author(visit.house.url);
    const { token } = (await admin.call('POST', '/api/admin/login', { password: visit.house.demo.adminPassword }))
      .body as { token: string };
    const routes = [
      'analytics',
      'analytics/history',
      'users?limit=500',
      'personal-stories?limit=500',
      'ai-usage?limit=500',
      'ai-usage?by=day&limit=500',
      'audit?limit=500',
    ];
    const shown = async () =>
      JSON.stringify(
        await Promise.all(
          routes.map(
            async (route) =>
              (await admin.call('GET', `/api/admin/${route}`, undefined, { 'x-admin-token': token })).body,
          ),
        ),
      );
    let before = '';
    // What the tests before this one did may still be on its way.
    await eventually(
      async () => {
        const earlier = before;
        before = await shown();
        return before === earlier;
      },
      (isStill) => isStill,
    );
    expect(before).toContain((await visit.author('pro_monthly')).account.email);
    await withDatabase(visit.house, 'admin', async (connection) => {
      for (const name of projectedCollections)
        await connection.collection<{ _id: string }>(name).deleteMany({ _id: { $gt: '' } });
    });
    expect(await shown()).not.toContain((await visit.author('pro_monthly')).account.email);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', path.join(repositoryRoot, 'packages/local/src/ops.ts'), 'rebuild', 'admin'],
      { env: { ...process.env, DATA_DIR: visit.house.dataDir } },
    );
    expect(stdout).toMatch(/\d events were replayed/);
    expect(await shown()).toBe(before);
  }, 120_000);

  it('forgets everything at logout', async () => {
    const { page } = await openConsole('/admin?tab=users');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Admin password').waitFor();
    await page.goto('/admin?tab=users');
    await page.waitForURL('/admin/login?next=%2Fadmin%3Ftab%3Dusers');
    await page.context().close();
  }, 60_000);
});
