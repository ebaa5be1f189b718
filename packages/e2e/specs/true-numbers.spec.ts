import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aiCallSettled } from '@inkbear/contracts/events';
import { formatBytes } from '@inkbear/web-kit/storage-text.ts';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Locator, Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { waitUntilSaved } from '../src/browser.ts';
import { buyPlan } from '../src/buy-plan.ts';
import { openConsole } from '../src/open-console.ts';
import { TestApp } from '../src/test-app.ts';
import { withDatabase } from '../src/with-database.ts';

/** Twelve words, typed in the browser. */
const typedText = 'The lamp would not light, so Ida waited there until the morning.';
/** Eight words, saved without the browser. */
const savedText = 'The harbour was quiet when Mara came home.';
/** Nine words. */
const storyText = 'They kept the lamps of the harbour for years.';

describe('the numbers on each screen', () => {
  // Needs its own stack: it reads data of all users, and databases.
  const app = TestApp.own({ seed: false });
  let author: Author;
  let page: Page;
  let problems: string[];
  let bookId: string;
  let chapterId: string;
  let storyId: string;

  async function send(method: string, route: string, body?: unknown) {
    const answer = await author.call(method, route, body, { 'idempotency-key': randomUUID() });
    if (answer.status >= 300) throw new Error(`${method} ${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Two people pay, one does not; one of them writes and uses AI. */
  async function act(): Promise<void> {
    const { url } = app.stack;
    author = await Author.register(url);
    await buyPlan(author, 'pro_monthly');
    await buyPlan(await Author.register(url), 'pro_oneoff');
    await Author.register(url);
    const chapters = ['One', 'Two', 'Three'].map((title, index) => ({ number: index + 1, title }));
    bookId = String(
      (await send('POST', '/api/books', { title: 'The Salt Road', genre: 'mystery', wordCount: 10_000, chapters }))[
        'id'
      ],
    );
    const ids = ((await send('GET', `/api/books/${bookId}/chapters`)) as { id: string }[]).map(({ id }) => id);
    chapterId = String(ids[0]);
    await send('PUT', `/api/chapters/${ids[1]}`, { content: savedText, isComplete: true });
    await send('DELETE', `/api/chapters/${ids[2]}`);
    const formData = { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': 'They kept the lamps.' };
    const story = { title: 'The Lamps', storyType: 'family-legacy', formData };
    storyId = String((await send('POST', '/api/personal-stories', story))['id']);
    await send('PUT', `/api/personal-stories/${storyId}`, { content: storyText });
    await send('POST', `/api/personal-stories/${storyId}/polish`, { content: storyText });
    await send('POST', '/api/ai/generate-titles', { topic: 'A lighthouse keeper', genre: 'mystery' });
    ({ page, problems } = await app.openAs(author));
    await page.goto(`/book/${bookId}?chapter=${chapterId}`);
    await page.locator('.cm-content').click();
    await page.keyboard.type(typedText);
    await waitUntilSaved(page);
    await send('POST', '/api/ai/enhance-content', { content: typedText, action: 'rewrite', chapterId });
  }
  beforeAll(act, 120_000);

  /** The shown text below a label. */
  const fact = (label: string, place: Page | Locator = page) =>
    place
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd[1]')
      .first()
      .textContent();

  /** Reads until the numbers are the expected ones, because services learn from each other by events. */
  async function expectNumbers<T>(read: () => Promise<T>, expected: T): Promise<void> {
    const isExpected = (shown: T) => JSON.stringify(shown) === JSON.stringify(expected);
    expect(await eventually(read, isExpected, 15_000).catch(read)).toEqual(expected);
  }

  /** Documents of a service's collection. */
  const readAll = <Row extends { _id: unknown }>(service: 'ai' | 'books' | 'stories', collection: string) =>
    withDatabase(app.stack, service, async (connection) =>
      connection.collection<Row>(collection).find({}, { hint: '_id_' }).toArray(),
    );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

  it('of the dashboard are those of the actions', async () => {
    await page.goto('/dashboard');
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'The Salt Road', exact: true }) });
    await expectNumbers(
      async () => {
        await page.reload();
        await row.waitFor();
        return {
          total: await fact('Total Books'),
          today: await fact('Today'),
          week: await fact('This week'),
          streak: await fact('Streak'),
          book: (await row.locator('p span').allTextContents()).slice(0, 4),
          share: await row.getByRole('img').getAttribute('aria-label'),
          story: await page.getByRole('listitem').filter({ hasText: 'The Lamps' }).locator('p span').allTextContents(),
          note: await page.getByText('1 book, 1 story', { exact: true }).count(),
          trash: await page.getByText('1 item can be restored.').count(),
        };
      },
      {
        total: '2',
        today: '20 words',
        week: '20 words',
        streak: '1 day',
        book: ['Mystery', '2 chapters', 'Active', '20 words'],
        share: '0% of 10,000 words',
        story: ['Family Legacy', '1 chapter', '9 words', 'Draft'],
        note: 1,
        trash: 1,
      },
    );
    await page
      .getByRole('button', { name: /Create a book/ })
      .first()
      .click();
    await page.getByText(/^1 of 2 books left in this billing period/).waitFor();
    await page.keyboard.press('Escape');
  }, 60_000);

  it('of the editor and its tools are those of the actions', async () => {
    const tool = (name: string) =>
      page.getByRole('complementary', { name: 'Tools' }).getByRole('button', { name, exact: true });
    const panel = (name: string) => page.getByRole('region', { name, exact: true });
    await page.goto(`/book/${bookId}?chapter=${chapterId}`);
    await page.getByRole('heading', { name: 'One', exact: true }).waitFor();
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await tool('Progress').click();
    await expectNumbers(
      async () => ({
        list: await page.getByRole('region', { name: 'Chapter list' }).getByText(/words/).allTextContents(),
        goals: await panel('Progress')
          .getByText(/ of [\d,]+ words/)
          .allTextContents(),
        today: await fact('Today', panel('Progress')),
        week: await fact('This week', panel('Progress')),
        streak: await fact('Streak', panel('Progress')),
        pace: await panel('Progress')
          .getByText(/pace of about 20 words a day, you will finish the remaining 9,980 by/)
          .count(),
      }),
      {
        list: ['12 words · 0%', '8 words · complete'],
        goals: ['12 of 2,500 words', '20 of 10,000 words'],
        today: '20',
        week: '20',
        streak: '1 day',
        pace: 1,
      },
    );
    await tool('AI tools').click();
    const remaining = [
      '1 of 1 generation left for this chapter.',
      '1 of 2 whole-chapter edits left for this chapter.',
      '2 of 2 polishes left for this chapter.',
      `${(80_000 - 12).toLocaleString('en-GB')} of 80,000 AI words left for this book.`,
    ];
    await expectNumbers(
      () =>
        panel('AI tools')
          .getByText(/ left for this /)
          .allTextContents(),
      remaining,
    );
    await page.goto(`/full-chapter?id=${chapterId}&bookId=${bookId}`);
    await expectNumbers(
      async () => [await fact('AI generations'), await fact('AI edits'), await fact('Written')],
      ['0/1', '1/2', '20 of 10,000 words'],
    );
  }, 60_000);

  it('of the stories are those of the actions', async () => {
    await page.goto('/personal-stories');
    await page.getByText('9 words', { exact: true }).waitFor();
    await page.goto(`/story/${storyId}`);
    await page.getByText('9 words', { exact: true }).waitFor();
    await expectNumbers(
      async () => [await fact('AI generations'), await fact('Enhancements'), await fact('Polishes')],
      ['0/1', '0/2', '1/2'],
    );
  }, 60_000);

  it('of the account page are the bytes in the databases', async () => {
    const stored = async (service: 'books' | 'stories', collection: string, state: string) =>
      sum(
        (await readAll<{ _id: string; state: string; storedBytes: number }>(service, collection))
          .filter((row) => row.state === state)
          .map(({ storedBytes }) => storedBytes),
      );
    const texts = await readAll<{ _id: string; text: string }>('ai', 'results');
    expect(texts).toHaveLength(3);
    const books = (await stored('books', 'chapters', 'live')) + (await stored('books', 'books', 'live'));
    // Even without history the texts take as many bytes as they have characters.
    expect(books).toBeGreaterThan(typedText.length + savedText.length);
    await page.goto('/account');
    const figure = (name: string) =>
      page
        .getByRole('group', { name, exact: true })
        .getByText(/ of [\d.]+ [MG]B$/)
        .textContent();
    const deleted = formatBytes(await stored('books', 'chapters', 'trashed'));
    await page.getByText(`Deleted, and not counted: ${deleted}.`).waitFor();
    await expectNumbers(
      async () => [await figure('Books'), await figure('Personal stories'), await figure('AI results')],
      [
        `${formatBytes(books)} of 2 GB`,
        `${formatBytes(await stored('stories', 'stories', 'live'))} of 200 MB`,
        `${formatBytes(sum(texts.map(({ text }) => Buffer.byteLength(text))))} of 50 MB`,
      ],
    );
    expect(problems).toEqual([]);
  }, 60_000);

  it('of the admin console are those of all users', async () => {
    const { page: console } = await openConsole(app);
    const calls = (
      await readAll<{ _id: string; type: string; data: { inputTokens: number; outputTokens: number; cost: number } }>(
        'ai',
        'outbox',
      )
    ).filter(({ type }) => type === aiCallSettled.type);
    const tokens = sum(calls.map(({ data }) => data.inputTokens + data.outputTokens));
    const cost = sum(calls.map(({ data }) => data.cost));
    expect([calls.length, tokens > 0, cost > 0]).toEqual([3, true, true]);
    await expectNumbers(
      async () => {
        await console.reload();
        await console.locator('[aria-label="Figures"][aria-busy="false"]').waitFor();
        return await console.getByRole('list', { name: 'Figures' }).getByRole('button').allInnerTexts();
      },
      [
        ['Users', '3'],
        ['New users this month', '3'],
        ['Active Pro plans', '2'],
        ['Revenue this month', '£32.00'],
        ['Books', '1'],
        ['Books this month', '1'],
        ['AI cost this month', `$${cost.toFixed(2)}`],
        ['AI tokens', tokens.toLocaleString('en-GB')],
        ['AI requests this month', '3'],
        ['Referrals', '0'],
        ['Pending credits', '0'],
        ['Credits awarded', '0'],
      ].map(([title, value]) => `${title}\n${value}`),
    );
    await console.goto(`/admin?tab=users&q=${encodeURIComponent(author.account.email)}`);
    const cells = console.getByRole('row', { name: new RegExp(author.account.email) }).getByRole('cell');
    await cells.first().waitFor();
    const texts = await cells.allInnerTexts();
    expect([...texts.slice(1, 3), ...texts.slice(4, 8)]).toEqual([
      'Pro Monthly',
      'Active',
      '1',
      '1 of 2',
      '0',
      tokens.toLocaleString('en-GB'),
    ]);
    await console.context().close();
  }, 60_000);
});
