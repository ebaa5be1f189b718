import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { answerGenreQuiz } from '../src/answer-genre-quiz.ts';
import { writeChapter } from '../src/book-editor.ts';
import { editorText } from '../src/browser.ts';
import { markup, MarkupWatch } from '../src/markup.ts';
import { TestApp } from '../src/test-app.ts';

/** Texts of one word in the replies of AI. */
const genreFields = new Set(['recommendedGenre', 'alternativeGenres']);
const prose = 'The lamp would not light. Ida tried it three times and it really hissed. The street was very quiet.';

/** Appends the markup to genres and to every text with a space in it, so that ids, dates and kinds stay valid. */
function withMarkup(value: unknown, field = ''): unknown {
  if (typeof value === 'string')
    return value.trim().includes(' ') || genreFields.has(field) ? `${value} ${markup} ` : value;
  if (Array.isArray(value)) return value.map((item) => withMarkup(item, field));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withMarkup(item, key)]));
}

/** A JSON reply, or a stream of events with JSON in their data. */
function replyWithMarkup(text: string, contentType: string): string {
  if (contentType.includes('json')) return JSON.stringify(withMarkup(JSON.parse(text)));
  return text.replaceAll(
    /^data: ?([{["].*)$/gm,
    (_line, data: string) => `data: ${JSON.stringify(withMarkup(JSON.parse(data)))}`,
  );
}

describe('markup in an AI reply', () => {
  const app = TestApp.shared();
  let page: Page;
  let watch: MarkupWatch;

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const proposal = () => page.getByRole('region', { name: 'Proposal', exact: true });

  const expectText = (place: Locator) => watch.expectText(place);

  beforeAll(async () => {
    const opened = await app.openBook('pro_monthly');
    page = opened.page;
    watch = new MarkupWatch(opened);
    await page.route(/\/api\/(?:ai\/|personal-stories\/[^/]+\/polish$)/, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      const response = await route.fetch();
      const contentType = response.headers()['content-type'] ?? '';
      await route.fulfill({ response, body: replyWithMarkup(await response.text(), contentType) });
    });
    await writeChapter(page, prose);
    await button('AI tools').click();
  });

  it('is shown as plain text in a proposal, and in the chapter after it was accepted', async () => {
    await button(/^Polish/).click();
    await expectText(proposal());
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .click();
    expect(await editorText(page)).toContain('<script>');
    await expectText(page.locator('.cm-content'));
    await writeChapter(page, prose);
  });

  it('is shown as plain text in the variations of a selection', async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+A');
    await button('Suspenseful').click();
    const dialog = page.getByRole('dialog', { name: 'Enhance Selection' });
    await expectText(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is shown as plain text in a whole chapter', async () => {
    await button(/^(Enhanced )?Generate/).click();
    await expectText(proposal());
    await proposal().getByRole('button', { name: 'Discard' }).click();
  });

  it('is shown as plain text in the advice of the coach', async () => {
    await button('Writing coach').click();
    await page.getByLabel('Your question').fill('Is it clear why Ida stays silent?');
    await button('Ask the coach').click();
    await expectText(page.getByRole('article', { name: 'The coach’s answer' }));
  });

  it('is shown as plain text in the outline of a book', async () => {
    await button('Outline').click();
    await button('Generate outline').click();
    await expectText(page.getByRole('region', { name: 'Outline text' }));
  });

  it('is shown as plain text in titles', async () => {
    await page.goto('/tools?tool=title-generator');
    await page.getByLabel('What is your book about?').fill('a lighthouse keeper on Skye');
    await button('Generate titles').click();
    await page.getByRole('heading', { name: '6 titles' }).waitFor();
    await expectText(page.getByRole('tabpanel'));
  });

  it('is shown as plain text in the genre of the quiz, its explanation and the other genres', async () => {
    await page.goto('/tools?tool=genre-quiz');
    await answerGenreQuiz(page);
    await button('See my genre').click();
    const answer = page.getByRole('tabpanel');
    await expectText(answer.getByRole('heading'));
    await expectText(answer.getByText(/% match/).locator('xpath=following-sibling::p'));
    await expectText(answer.getByRole('link'));
  });

  it('is shown as plain text in an outline of the outline generator', async () => {
    await page.goto('/tools?tool=outline-generator');
    await page.getByLabel('Title', { exact: true }).fill('The Salt Road');
    await page.getByLabel('Genre', { exact: true }).selectOption('memoir');
    await button('Generate outline').click();
    const outline = page.getByRole('region', { name: 'The Salt Road' });
    await expectText(outline.getByRole('heading', { name: /^Chapter 1: / }));
    await expectText(outline);
  });

  it('is shown as plain text in a polished personal story, and in the story after it was accepted', async () => {
    const author = await app.author('pro_monthly');
    const { body } = await author.call('POST', '/api/personal-stories', {
      title: 'Twice',
      storyType: 'family-legacy',
      formData: { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': 'They kept the lamps.' },
    });
    const story = String(body['id']);
    await author.call('PUT', `/api/personal-stories/${story}`, { content: prose });
    await page.goto(`/story/${story}`);
    await page.locator('.cm-content').waitFor();
    await button('Polish Story').click();
    await expectText(proposal());
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .click();
    expect(await editorText(page)).toContain('<script>');
    await expectText(page.locator('.cm-content'));
  });
});
