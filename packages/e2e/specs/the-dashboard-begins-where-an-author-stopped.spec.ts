import { describe, expect, it } from '@jest/globals';
import { Author } from '../src/author.ts';
import { cardsAre, openDashboard } from '../src/dashboard.ts';
import { examineEverywhere } from '../src/examine.ts';
import { writeChapter } from '../src/room.ts';
import { Visit } from '../src/visit.ts';

describe('the dashboard', () => {
  const visit = Visit.sharedHouse();

  it('leads a visitor to sign in, and back to it', async () => {
    const { page } = await visit.openPage();
    await page.goto('/dashboard');
    await page.waitForURL('/auth?next=%2Fdashboard');
    await page.context().close();
  }, 60_000);

  it('of somebody new is one sentence and one action, with a dialog that loses nothing', async () => {
    const { page, problems } = await visit.openAs(await Author.register(visit.house.url));
    await openDashboard(page);
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
    await openDashboard(page);
    await page.getByText('The harbour was quiet, and the tide was going out.', { exact: true }).waitFor();
    await page.getByText(/^Chapter 1: /).waitFor();
    await page
      .getByText(/words to go|the remaining/)
      .first()
      .waitFor();
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
    await openDashboard(page);
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

  it('shows the books, and leads to them, before the application has started', async () => {
    const { page, problems } = await visit.signIn('free');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let start = () => {};
    const isTime = new Promise<void>((resolve) => (start = resolve));
    await page.route(/\/main\.[0-9a-f]+\.js$/, async (route) => {
      await isTime;
      await route.continue();
    });
    const [goOn, row] = [
      page.getByRole('link', { name: 'Go on writing' }),
      page.getByRole('link', { name: /^Continue Writing/ }),
    ];
    // A machine that does three other things may be too slow for them to come along at the first time.
    for (let tries = 0; tries < 5 && !(await row.isVisible()); tries += 1) {
      await page.goto('/dashboard', { waitUntil: 'commit' });
      await row.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await row.waitFor();
    const awake = page.locator('button:not([inert], [inert] *)');
    expect(await awake.count()).toBe(0);
    const places = async () => await Promise.all([goOn, row].map(async (link) => (await link.boundingBox())?.x));
    const before = [await row.getAttribute('href'), await places()];
    start();
    await awake.and(page.getByRole('button', { name: /^More for/ })).waitFor();
    expect([await row.getAttribute('href'), await places()]).toEqual(before);
    expect(asked).not.toContain('/api/books');
    expect(problems).toEqual([]);
    await page.reload({ waitUntil: 'commit' });
    await goOn.click();
    await page.locator('.cm-content').waitFor();
    await page.context().close();
  }, 120_000);
});
