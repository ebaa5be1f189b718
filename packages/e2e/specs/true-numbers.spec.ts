import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aiCallSettled } from '@inkbear/contracts/events';
import type { ServiceName } from '@inkbear/contracts/services';
import { formatBytes } from '@inkbear/web-kit/storage-text.ts';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Locator, Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { waitUntilSaved } from '../src/browser.ts';
import { buyPlan } from '../src/buy-plan.ts';
import { openConsole } from '../src/open-console.ts';
import { SandboxAdmin } from '../src/sandbox-admin.ts';
import { TestApp } from '../src/test-app.ts';
import { withDatabase } from '../src/with-database.ts';

/** Twelve words, typed in the browser. */
const typedText = 'The lamp would not light, so Ida waited there until the morning.';
/** Eight words, saved without the browser. */
const savedText = 'The harbour was quiet when Mara came home.';
/** Nine words. */
const storyText = 'They kept the lamps of the harbour for years.';

interface AiCall {
  readonly bookId: string | null;
  readonly model: string;
  readonly at: string;
  readonly outcome: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
  readonly latencyMs: number;
}
const tokensOf = ({ inputTokens, outputTokens }: AiCall) => inputTokens + outputTokens;
const number = (value: number) => value.toLocaleString('en-GB');
const utcDate = (date: Date | string, format: Intl.DateTimeFormatOptions) =>
  new Date(date).toLocaleDateString('en-GB', { ...format, timeZone: 'UTC' });
const byFirstCell = ([one = '']: readonly string[], [other = '']: readonly string[]) => one.localeCompare(other);

describe('the numbers on each screen', () => {
  // Needs its own stack: it reads data of all users, and databases.
  const app = TestApp.own({ seed: false });
  /** Pays monthly, writes and uses AI. */
  let author: Author;
  /** Has paid once. */
  let reader: Author;
  /** Pays nothing. */
  let inviter: Author;
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
    reader = await Author.register(url);
    await buyPlan(reader, 'pro_oneoff');
    inviter = await Author.register(url);
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
  beforeAll(act);

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
    expect(await eventually(read, isExpected).catch(read)).toEqual(expected);
  }

  /** Documents of a service's collection. */
  const readAll = <Row extends { _id: unknown }>(service: ServiceName, collection: string) =>
    withDatabase(app.stack, service, async (connection) =>
      connection.collection<Row>(collection).find({}, { hint: '_id_' }).toArray(),
    );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const readAiCalls = async (): Promise<AiCall[]> =>
    (await readAll<{ _id: string; type: string; data: AiCall }>('ai', 'outbox'))
      .filter(({ type }) => type === aiCallSettled.type)
      .map(({ data }) => data);

  /** The expected figures of the admin console before anyone is invited, as pairs of title and value. */
  async function expectedFigures(): Promise<(readonly [title: string, value: string])[]> {
    const calls = await readAiCalls();
    const tokens = sum(calls.map(tokensOf));
    const cost = sum(calls.map((call) => call.cost));
    expect([calls.length, tokens > 0, cost > 0]).toEqual([3, true, true]);
    return [
      ['Users', '3'],
      ['New users this month', '3'],
      ['Active Pro plans', '2'],
      ['Revenue this month', '£32.00'],
      ['Books', '1'],
      ['Books this month', '1'],
      ['AI cost this month', `$${cost.toFixed(2)}`],
      ['AI tokens', number(tokens)],
      ['AI requests this month', '3'],
      ['Referrals', '0'],
      ['Pending credits', '0'],
      ['Credits awarded', '0'],
    ];
  }

  /** The figures of the admin console, each with its title on the first line. */
  async function shownFigures(console: Page): Promise<string[]> {
    await console.goto('/admin');
    await console.locator('[aria-label="Figures"][aria-busy="false"]').waitFor();
    return await console.getByRole('list', { name: 'Figures' }).getByRole('button').allInnerTexts();
  }

  /** The cells of each row of a table of the admin console. */
  async function shownRows(console: Page, query: string): Promise<string[][]> {
    await console.goto(`/admin?${query}`);
    const rows = console.getByRole('row').filter({ has: console.locator('[data-row]') });
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    return texts.map((text) => text.split('\t').map((cell) => cell.replaceAll(/\s+/g, ' ').trim())).sort(byFirstCell);
  }

  it('of the dashboard match what the author did', async () => {
    await page.goto('/dashboard');
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'The Salt Road', exact: true }) });
    await expectNumbers(
      async () => {
        await page.reload();
        await row.waitFor();
        // A figure is a dash until its numbers are loaded.
        await page.locator('dd').filter({ hasText: /^–$/ }).first().waitFor({ state: 'detached' });
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
  });

  it('of the editor and its tools match what the author did', async () => {
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
  });

  it('of the progress chart match the writing days in the database', async () => {
    const days = (
      await readAll<{ _id: string; bookId: string; localDate: string; typedWords: number; otherWords: number }>(
        'books',
        'writing_days',
      )
    )
      .filter((day) => day.bookId === bookId)
      .sort((one, other) => other.localDate.localeCompare(one.localDate));
    expect([sum(days.map(({ typedWords }) => typedWords)), sum(days.map(({ otherWords }) => otherWords))]).toEqual([
      20, 0,
    ]);
    const shortDate = (date = '') => utcDate(date, { day: 'numeric', month: 'short' });
    const best = days.toSorted((one, other) => other.typedWords - one.typedWords)[0];
    await page.goto(`/book/${bookId}?chapter=${chapterId}`);
    await page.getByRole('complementary', { name: 'Tools' }).getByRole('button', { name: 'Progress' }).click();
    const chart = page.getByRole('region', { name: 'Progress', exact: true }).getByRole('figure');
    const bars = chart.getByRole('img').locator('[data-empty="false"]');
    await chart.getByText('As a table').click();
    await expectNumbers(
      async () => ({
        label: await chart.getByRole('img').getAttribute('aria-label'),
        bars: await bars.count(),
        lastBar: await bars.last().getAttribute('title'),
        table: (await chart.getByRole('row').allInnerTexts()).slice(1),
      }),
      {
        label: `Typed on ${days.length} of the last 30 days. Most on ${shortDate(best?.localDate)}: ${best?.typedWords} words.`,
        bars: days.length,
        lastBar: `${shortDate(days[0]?.localDate)}: ${days[0]?.typedWords} typed`,
        table: days.map((day) => [shortDate(day.localDate), day.typedWords, day.otherWords].join('\t')),
      },
    );
  });

  it('of the stories match what the author did', async () => {
    await page.goto('/personal-stories');
    await page.getByText('9 words', { exact: true }).waitFor();
    await page.goto(`/story/${storyId}`);
    await page.getByText('9 words', { exact: true }).waitFor();
    await expectNumbers(
      async () => [await fact('AI generations'), await fact('Enhancements'), await fact('Polishes')],
      ['0/1', '0/2', '1/2'],
    );
  });

  it('of the account page match the bytes in the databases', async () => {
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
    await page.getByText(`Deleted items take up ${deleted}, which is not counted.`).waitFor();
    await expectNumbers(
      async () => [await figure('Books'), await figure('Personal stories'), await figure('AI results')],
      [
        `${formatBytes(books)} of 2 GB`,
        `${formatBytes(await stored('stories', 'stories', 'live'))} of 200 MB`,
        `${formatBytes(sum(texts.map(({ text }) => Buffer.byteLength(text))))} of 50 MB`,
      ],
    );
    expect(problems).toEqual([]);
  });

  it('of the admin console match what all users did', async () => {
    const { page: console } = await openConsole(app);
    const figures = await expectedFigures();
    await expectNumbers(
      () => shownFigures(console),
      figures.map((figure) => figure.join('\n')),
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
      number(sum((await readAiCalls()).map(tokensOf))),
    ]);
    await console.context().close();
  });

  it('of the admin’s twelve months are those figures in this month, and zero before', async () => {
    const { page: console } = await openConsole(app);
    const figures = await expectedFigures();
    const now = new Date();
    const months = Array.from({ length: 12 }, (_, ago) =>
      utcDate(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)), { month: 'long', year: 'numeric' }),
    );
    /** Newest first. */
    const valuesOf = (value: string) => {
      const zero = value.replace(/[\d,.]+/, (digits) => (digits.includes('.') ? '0.00' : '0'));
      return months.map((month, ago) => ({ month, value: ago === 0 ? value : zero }));
    };
    const choose = (title: string) =>
      console
        .getByRole('list', { name: 'Figures' })
        .getByRole('button')
        .filter({ has: console.getByText(title, { exact: true }) })
        .click();
    for (const [title, value] of figures) {
      const values = valuesOf(value);
      await choose(title);
      const chart = console.getByRole('img', { name: new RegExp(`^${title}, twelve months`) });
      expect(await chart.getAttribute('aria-label')).toBe(
        `${title}, twelve months: ${values[11]?.value} in ${values[11]?.month}, ${value} in ${values[0]?.month}`,
      );
      expect(await chart.locator('title').allTextContents()).toEqual(
        values.toReversed().map((each) => `${each.month}: ${each.value}`),
      );
    }
    await console.getByText('Table', { exact: true }).click();
    for (const [title, value] of figures) {
      await choose(title);
      const table = console.getByRole('table', { name: `${title}, twelve months` });
      await table.waitFor();
      expect((await table.getByRole('row').allInnerTexts()).slice(1)).toEqual(
        valuesOf(value).map((each) => `${each.month}\t${each.value}`),
      );
    }
    await console.context().close();
  });

  it('of the admin’s tables of stories, promo codes, reviews and AI usage match the databases', async () => {
    const promoCode = await (await SandboxAdmin.signIn(app.stack)).createPromoCode('credits', 2);
    const key = { 'idempotency-key': randomUUID() };
    expect((await reader.call('POST', '/api/promo-codes/redeem', { code: promoCode }, key)).status).toBe(200);
    await send('POST', '/api/reviews', { rating: 4, title: 'It got me to the end', content: 'A winter.' });
    const [story] = await readAll<{ _id: string; wordCount: number }>('stories', 'stories');
    const [code] = await readAll<{ _id: string; discountValue: number; currentUses: number }>('billing', 'promo_codes');
    const [review] = await readAll<{ _id: string; rating: number }>('reviews', 'reviews');
    expect([story?.wordCount, code?.discountValue, code?.currentUses, review?.rating]).toEqual([9, 2, 1, 4]);
    const { page: console } = await openConsole(app);
    const { email } = author.account;
    await expectNumbers(
      async () => ({
        stories: (await shownRows(console, 'tab=personal-stories')).map((cells) => [cells[0], cells[2], cells[4]]),
        codes: (await shownRows(console, 'tab=promo-codes')).map((cells) => [cells[0], cells[2], cells[3]]),
        reviews: (await shownRows(console, 'tab=reviews')).map((cells) => [cells[0], cells[1], cells[3]]),
      }),
      {
        stories: [['The Lamps', email, '9']],
        codes: [[promoCode, '2 book credits', '1, unlimited']],
        reviews: [['It got me to the end', '★★★★☆ 4 of 5', email]],
      },
    );
    const calls = await readAiCalls();
    for (const [by, labelOf] of [
      ['user', () => email],
      ['book', (call: AiCall) => call.bookId ?? 'No book'],
      ['model', (call: AiCall) => call.model],
      ['day', (call: AiCall) => call.at.slice(0, 10)],
    ] as const)
      await expectNumbers(
        () => shownRows(console, `tab=openai&by=${by}`),
        [...Map.groupBy(calls, labelOf)].map(([label, group]) => [label, ...usageOf(group)]).sort(byFirstCell),
      );
    await console.context().close();
  });

  /** The cells of a row of AI usage after the first one. */
  const usageOf = (calls: readonly AiCall[]): string[] => [
    number(calls.length),
    number(calls.filter(({ outcome }) => outcome === 'failed').length),
    number(sum(calls.map(({ inputTokens }) => inputTokens))),
    number(sum(calls.map(({ outputTokens }) => outputTokens))),
    number(sum(calls.map(tokensOf))),
    `${(Math.round(sum(calls.map(({ latencyMs }) => latencyMs)) / calls.length) / 1000).toFixed(1)} s`,
    `$${sum(calls.map(({ cost }) => cost)).toFixed(4)}`,
  ];

  // The last test, because it adds users and moves the clock.
  it('of referrals match the invited people and the database', async () => {
    const { page: invitation } = await app.openAs(inviter);
    const referralCode = String((await inviter.call('GET', '/api/user/referrals')).body['referralCode']);
    const invite = async (email: string) => {
      const friend = new Author(app.stack.url, { email, password: 'violet-otter-9' });
      const names = { firstName: 'Mara', lastName: 'Quill' };
      const { status } = await friend.call('POST', '/api/auth/register', { ...friend.account, ...names, referralCode });
      expect(status).toBe(201);
      return friend;
    };
    const ownNumbers = async () => {
      await invitation.goto('/referrals');
      await invitation.getByText('Total referrals').waitFor();
      const labels = ['Total referrals', 'Pending', 'Processed', 'Credits earned'];
      return await Promise.all(labels.map((label) => fact(label, invitation)));
    };
    const referralFigures = async (console: Page) => (await shownFigures(console)).slice(-3);
    const payer = await invite('mara@example.com');
    await invite('tom@example.com');
    await expectNumbers(ownNumbers, ['2', '2', '0', '0']);
    const { page: earlier } = await openConsole(app);
    await expectNumbers(() => referralFigures(earlier), ['Referrals\n2', 'Pending credits\n4', 'Credits awarded\n0']);

    await (await SandboxAdmin.signIn(app.stack)).advanceDays(8);
    await buyPlan(payer, 'pro_monthly');
    await expectNumbers(ownNumbers, ['2', '1', '1', '1']);
    const { page: later } = await openConsole(app);
    await expectNumbers(() => referralFigures(later), ['Referrals\n2', 'Pending credits\n2', 'Credits awarded\n2']);
    const stored = await readAll<{ _id: string; status: string; referredEmail: string; creditsAwarded: number }>(
      'referrals',
      'referrals',
    );
    expect(stored.map(({ status }) => status).sort()).toEqual(['pending', 'processed']);
    await expectNumbers(
      async () => (await shownRows(later, 'tab=referrals')).map((cells) => cells.slice(0, 4)),
      stored
        .map(({ referredEmail, status, creditsAwarded }) => [
          referredEmail,
          inviter.account.email,
          status === 'processed' ? 'Processed' : 'Pending',
          String(creditsAwarded),
        ])
        .sort(byFirstCell),
    );
    for (const person of [inviter, payer]) {
      const { page: plan } = await app.openAs(person);
      await plan.goto('/dashboard?billing=plan');
      await plan.getByRole('heading', { name: 'Book credits: 1' }).waitFor();
    }
  });
});
