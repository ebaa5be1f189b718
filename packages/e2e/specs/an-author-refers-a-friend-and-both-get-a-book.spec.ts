import { describe, expect, it } from '@jest/globals';
import { Author } from '../src/author.ts';
import { examineEverywhere } from '../src/examine.ts';
import { Till } from '../src/till.ts';
import { Visit } from '../src/visit.ts';

/** Milliseconds; billing’s event decides at once, when the days have passed before. */
const processedWithin = 30_000;

describe('a referral', () => {
  const visit = Visit.ownHouse({ seed: false });

  it('asks a visitor to sign in', async () => {
    const { page } = await visit.openPage();
    await page.goto('/');
    await page.getByRole('link', { name: 'Invite a writer' }).first().click();
    await page.getByText('Sign in to access referrals').waitFor();
    await page.getByText('Create an account to start earning referral credits').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('goes from a link over any page and an account to one credit for each of both', async () => {
    const referrer = await Author.register(visit.house.url);
    const { page, problems } = await visit.openAs(referrer);
    await page.goto('/referrals');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Referral link copied to clipboard').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const code = new URL(link).searchParams.get('ref') ?? '';
    expect([link, code.length > 3]).toEqual([`${visit.house.url}/auth?ref=${code}`, true]);
    expect(
      decodeURIComponent((await page.getByRole('link', { name: 'Email', exact: true }).getAttribute('href')) ?? ''),
    ).toContain(`${visit.house.url}/?ref=${code}`);

    const friend = (await visit.openPage()).page;
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
    expect(await examineEverywhere(page)).toEqual([]);
    await (await Till.open(visit.house)).passDays(8);
    await page.reload();
    await page.getByText('Waiting for your friend to be on Pro Monthly').waitFor();
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
    expect(await examineEverywhere(page)).toEqual([]);
    await friend.goto('/dashboard?billing=plan');
    await friend.getByRole('heading', { name: 'Book credits: 1' }).waitFor();
    expect(problems).toEqual([]);
    await Promise.all([page.context().close(), friend.context().close()]);
  }, 120_000);

  it('with a code that nobody has makes the account all the same, and says so', async () => {
    const { page } = await visit.openPage();
    await page.goto('/auth?ref=NOBODY');
    for (const [name, value] of [
      ['First name', 'Tom'],
      ['Last name', 'Reed'],
      ['Email', 'tom@example.com'],
    ] as const)
      await page.getByRole('textbox', { name, exact: true }).fill(value);
    await page.getByLabel('Password').fill('violet-otter-9');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByText('The referral code is not known, so it was not used.', { exact: false }).waitFor();
    await page.waitForURL('/');
    await page.context().close();
  }, 60_000);
});
