import { describe, expect, it } from '@jest/globals';
import { Author } from '../src/author.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { SandboxAdmin } from '../src/sandbox-admin.ts';
import { TestApp } from '../src/test-app.ts';

/**
 * In milliseconds. The waiting period of a referral has passed before the payment, so the payment's event decides at
 * once.
 */
const processedWithin = 30_000;

describe('referrals', () => {
  const app = TestApp.own({ seed: false });

  it('ask a visitor to sign in', async () => {
    const { page } = await app.openPage();
    await page.goto('/');
    await page.getByRole('link', { name: 'Invite a writer' }).first().click();
    await page.getByText('Sign in to access referrals').waitFor();
    await page.getByText('Create an account to start earning referral credits').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.context().close();
  });

  it('give each of the two authors one credit after sign-up by link and payment', async () => {
    const referrer = await Author.register(app.stack.url);
    const { page, problems } = await app.openAs(referrer);
    await page.goto('/referrals');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Referral link copied to clipboard').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const code = new URL(link).searchParams.get('ref') ?? '';
    expect([link, code.length > 3]).toEqual([`${app.stack.url}/auth?ref=${code}`, true]);
    expect(
      decodeURIComponent((await page.getByRole('link', { name: 'Email', exact: true }).getAttribute('href')) ?? ''),
    ).toContain(`${app.stack.url}/?ref=${code}`);

    const friend = (await app.openPage()).page;
    await friend.goto(`/?ref=${code}`);
    await friend.getByRole('link', { name: 'Features' }).first().click();
    await friend.waitForURL('/features');
    await friend.getByRole('link', { name: 'Sign In' }).first().click();
    await friend.getByRole('button', { name: 'Create an account' }).click();
    expect(await friend.getByRole('textbox', { name: /Referral code/ }).inputValue()).toBe(code);
    for (const [name, value] of [
      ['First name', 'Mara'],
      ['Last name', 'Quill'],
      ['Email', 'mara@example.com'],
    ] as const)
      await friend.getByRole('textbox', { name, exact: true }).fill(value);
    await friend.getByLabel('Password').fill('violet-otter-9');
    await friend.getByRole('button', { name: 'Create Account' }).click();
    await friend.waitForURL('/');

    await page.reload();
    await page.getByText(/· 7 days remaining$/).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await (await SandboxAdmin.signIn(app.stack)).advanceDays(8);
    await page.reload();
    await page.getByText('Waiting for your friend to subscribe to Pro Monthly').waitFor();
    await friend.goto('/subscribe');
    await friend.getByRole('button', { name: '4242 4242 4242 4242' }).click();
    await friend.getByRole('button', { name: 'Pay £12' }).click();
    await friend.waitForURL('/dashboard');
    const end = Date.now() + processedWithin;
    while ((await referrer.call('GET', '/api/user')).body['referralCredits'] !== 1 && Date.now() < end)
      await new Promise((resolve) => {
        setTimeout(resolve, 250);
      });
    await page.reload();
    await page.getByText('1 book credit for each of you').waitFor();
    expect(await page.getByText('Credits earned').locator('xpath=following-sibling::dd').textContent()).toBe('1');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await friend.goto('/dashboard?billing=plan');
    await friend.getByRole('heading', { name: 'Book credits: 1' }).waitFor();
    expect(problems).toEqual([]);
    await Promise.all([page.context().close(), friend.context().close()]);
  });

  it('create the account despite an unknown code, and say that it was not used', async () => {
    const { page } = await app.openPage();
    await page.goto('/auth?ref=NOBODY');
    for (const [name, value] of [
      ['First name', 'Tom'],
      ['Last name', 'Reed'],
      ['Email', 'tom@example.com'],
    ] as const)
      await page.getByRole('textbox', { name, exact: true }).fill(value);
    await page.getByLabel('Password').fill('violet-otter-9');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('The referral code was not recognised, so it was not used.', { exact: false }).waitFor();
    await page.waitForURL('/');
    await page.context().close();
  });
});
