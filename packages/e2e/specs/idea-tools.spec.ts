import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { answerGenreQuiz } from '../src/answer-genre-quiz.ts';
import { Author } from '../src/author.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';

const tools = ['title-generator', 'genre-quiz', 'plot-dice', 'outline-generator', 'new-book', 'writers-tips'];

describe('idea tools', () => {
  const app = TestApp.shared();

  /** Collects console errors. */
  const collectErrors = (page: Page) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    return errors;
  };
  const panel = (page: Page) => page.getByRole('tabpanel');
  const findTitles = async (page: Page, topic: string) => {
    await page.getByLabel('What is your book about?').fill(topic);
    await page.getByRole('button', { name: 'Generate titles' }).click();
    await page.getByRole('heading', { name: '6 titles' }).waitFor();
  };

  it('let a visitor use plot dice and tips, ask for sign-in for the rest, and keep input across sign-in', async () => {
    const { page, problems } = await app.openPage();
    const errors = collectErrors(page);
    const found: Record<string, string[]> = {};
    for (const tool of tools) {
      await page.goto(`/tools?tool=${tool}`);
      await panel(page)
        .getByRole(tool === 'plot-dice' ? 'button' : tool === 'writers-tips' ? 'searchbox' : 'combobox')
        .or(page.getByText('Step 1 of 4'))
        .first()
        .waitFor();
      found[tool] = await auditPageInAllViews(page);
    }
    expect(found).toEqual(Object.fromEntries(tools.map((tool) => [tool, []])));
    await page.getByRole('searchbox').fill('deadline');
    await page.getByText(/^\d tips$/).waitFor();
    await page.getByRole('tab', { name: /^Plot Starter/ }).click();
    await page.getByRole('button', { name: 'Roll the dice' }).click();
    await page.getByRole('button', { name: 'Keep the genre' }).click();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('link', { name: 'Find titles for this plot' }).click();
    await page.waitForURL('/tools?tool=title-generator');
    const topic = await page.getByLabel('What is your book about?').inputValue();
    expect(topic.length).toBeGreaterThan(40);
    await page.getByRole('link', { name: 'Sign in to generate titles' }).click();
    await page.waitForURL('/auth?next=%2Ftools%3Ftool%3Dtitle-generator');
    const { email, password } = (await app.author('free')).account;
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('/tools?tool=title-generator');
    expect(await page.getByLabel('What is your book about?').inputValue()).toBe(topic);
    await page.getByText(/^5 of 5 idea requests left this month\./).waitFor();
    expect([problems, errors]).toEqual([[], []]);
    await page.context().close();
  });

  it('take a free author from genre, title and outline to a first book, and keep the results', async () => {
    const author = await Author.register(app.stack.url);
    const { page, problems } = await app.openAs(author);
    const errors = collectErrors(page);
    await page.goto('/tools?tool=genre-quiz');
    await answerGenreQuiz(page);
    await page
      .getByText(/^5 of 5 idea requests left this month\. .* Titles, quizzes and outlines share this limit\./)
      .waitFor();
    await page.getByRole('button', { name: 'See my genre' }).click();
    await page.getByRole('heading', { name: 'Memoir' }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('link', { name: 'Find titles for this genre' }).click();
    await findTitles(page, 'a lighthouse keeper on Skye');
    await page.getByText(/^3 of 5 idea requests left/).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: '6 titles' }).waitFor();
    await page.getByRole('link', { name: 'Plan an outline for The Lighthouse Keeper on Skye', exact: true }).click();
    await page.getByLabel('Length in words').fill('9000');
    await page.getByRole('button', { name: 'Generate outline' }).click();
    await page.getByText('Minimum 10,000 words').waitFor();
    await page.getByLabel('Length in words').fill('60000');
    await page.getByRole('button', { name: 'Generate outline' }).click();
    await page.getByText('Outline Generated!').waitFor();
    await page.getByText('Memoir · 60,000 words · 10 chapters').waitFor();
    await page.getByText('The Free plan includes 1 book in total, which you have not used yet.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create this book' }).click();
    await page.waitForURL(/\/book\//);
    await page.getByText('Book Created!').waitFor();
    const [book] = (await author.call('GET', '/api/books')).body as unknown as {
      title: string;
      genre: string;
      wordCount: number;
      totalChapters: number;
    }[];
    expect(book).toMatchObject({
      title: 'The Lighthouse Keeper on Skye',
      genre: 'memoir',
      wordCount: 60_000,
      totalChapters: 10,
    });

    const later = await app.openAs(author);
    await later.page.goto('/tools?tool=outline-generator');
    await later.page.getByText('Saved outlines (1)').click();
    await later.page.getByRole('button', { name: /^The Lighthouse Keeper on Skye/ }).click();
    await later.page.getByText(/^The Free plan includes 1 book in total, which you have used\./).waitFor();
    expect(await auditPageInAllViews(later.page)).toEqual([]);
    await later.page.getByRole('button', { name: 'Create this book' }).click();
    await later.page.getByText(/^Failed to create book: The Free plan includes 1 book in total/).waitFor();
    await later.page.getByRole('tab', { name: /^Title generator/ }).click();
    for (const left of [2, 1, 0]) {
      await later.page.getByText(new RegExp(`^${left} of 5 idea requests left`)).waitFor();
      if (left > 0) await findTitles(later.page, `bees ${left}`);
    }
    expect(await later.page.getByRole('button', { name: 'Generate titles' }).isDisabled()).toBe(true);
    await later.page.getByRole('link', { name: 'Pro has no fixed limit.' }).waitFor();
    expect([problems, later.problems, errors]).toEqual([[], [], []]);
    await Promise.all([page.context().close(), later.page.context().close()]);
  });

  it('prefill the new-book form from the address and keep it across a reload', async () => {
    const { page, problems } = await app.signIn('pro_monthly');
    await page.goto('/tools?tool=new-book&title=Low+Water&genre=mystery&outline=It+rains.');
    await page.waitForURL('/tools?tool=new-book');
    expect([
      await page.getByLabel('Title').inputValue(),
      await page.getByLabel('Genre', { exact: true }).inputValue(),
      await page.getByLabel(/^Outline/).inputValue(),
    ]).toEqual(['Low Water', 'mystery', 'It rains.']);
    await page.getByText(/^1 of 2 books left in this billing period, which ends on/).waitFor();
    await page.getByLabel('Title').fill('High Water');
    await page.reload();
    expect(await page.getByLabel('Title').inputValue()).toBe('High Water');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create book' }).click();
    await page.getByText('Creating Your Book...').waitFor();
    await page.waitForURL(/\/book\//);
    await page.goto('/tools?tool=title-generator');
    await page.getByText('Fair use: no fixed number of idea requests.').waitFor();
    await page.goto('/tools?tool=new-book');
    await page.getByText(/^Pro Monthly includes 2 books in each billing period, which you have used\./).waitFor();
    expect([await page.getByLabel('Title').inputValue(), problems]).toEqual(['', []]);
    await page.context().close();
  });
});
