import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { textOf, waitUntilSaved } from '../src/browser.ts';
import { examineEverywhere } from '../src/examine.ts';
import { tryToCreateStory } from '../src/new-story.ts';
import { Visit } from '../src/visit.ts';

const form = {
  'Family Name': 'Vell',
  'Main Characters': 'Mara',
  'Family History': 'They kept the lamps of the harbour.',
};
const needsPlan = 'Personal stories require a Pro plan. Upgrade to create personalized content.';

describe('a Personal Story', () => {
  const visit = Visit.sharedHouse();
  const toast = (page: Page, title: string) =>
    page.getByText(title, { exact: true }).first().waitFor({ timeout: 30_000 });
  const proposal = (page: Page) => page.getByRole('region', { name: 'Proposal', exact: true });
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();

  it('asks a visitor to sign in, and comes back', async () => {
    const { page } = await visit.openPage();
    await page.goto('/personal-stories?template=life-milestone');
    await page.waitForURL(/\/auth\?next=/);
    expect(new URL(page.url()).searchParams.get('next')).toBe('/personal-stories?template=life-milestone');
    await page.goto('/story/unknown');
    await page.waitForURL(/\/auth\?next=/);
    await page.context().close();
  }, 60_000);

  it('is refused to a free author, who is told before and keeps the form', async () => {
    const { page, problems } = await visit.signIn('free');
    await page.goto('/personal-stories');
    await page.getByText('Personal stories require a Pro plan.', { exact: false }).waitFor();
    await tryToCreateStory(page);
    await toast(page, 'Pro Plan Required');
    await page.getByText(needsPlan, { exact: true }).waitFor();
    expect([await page.getByLabel('Family Name').inputValue(), await examineEverywhere(page)]).toEqual([
      'Kowalczyk',
      [],
    ]);
    await page.goto('/story/unknown');
    await page.getByRole('heading', { name: 'Story Not Found' }).waitFor();
    await page.getByRole('link', { name: 'Back to Stories' }).click();
    await page.waitForURL('/personal-stories');
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('grows from a draft to a text, its export and the trash', async () => {
    const { page, problems } = await visit.signIn('pro_monthly');
    await page.goto('/personal-stories');
    await press(page, 'Create Story: Family Legacy');
    await page.getByLabel('Family Name').fill('Vell');
    await page.reload();
    await press(page, 'Create Personal Story');
    await page.getByText('Please fill in: Main Characters, Family History', { exact: true }).waitFor();
    await page.getByLabel('Main Characters').fill('Mara');
    await press(page, 'Back to Templates');
    await press(page, 'Create Story: Family Legacy');
    await toast(page, 'Draft Loaded');
    await page.getByLabel('Family History').fill(form['Family History']);
    expect(await examineEverywhere(page)).toEqual([]);
    await press(page, 'Create Personal Story');
    await toast(page, 'Story Created!');
    await page.getByText('Your Personal Stories').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await press(page, 'Open');
    await page.waitForURL(/\/story\//);
    await page.locator('.cm-content').waitFor();
    await press(page, 'Polish Story');
    await page.getByText('Generate or write some content first.').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await press(page, 'Generate Story');
    await toast(page, 'Story Generated!');
    expect(await textOf(page)).toContain('They kept the lamps of the harbour.');
    expect(await page.getByRole('button', { name: 'Generate Story' }).count()).toBe(0);
    await press(page, 'Enhance Selection');
    await page.getByText('Highlight text in your story to enhance it.').waitFor();
    await press(page, 'Edit Story Info');
    await page.getByLabel('Author name').fill('Ida Vell');
    expect(await examineEverywhere(page)).toEqual([]);
    await press(page, 'Save Information');
    await toast(page, 'Metadata Saved');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), press(page, 'PDF')]);
    await opened.close();
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Text')]);
    expect([
      file.suggestedFilename(),
      (await readFile(await file.path(), 'utf8')).includes('lamps of the harbour'),
    ]).toEqual(['Family Legacy.txt', true]);
    await page.getByRole('link', { name: 'Back to Stories' }).click();
    await press(page, 'Delete Family Legacy');
    await toast(page, 'Moved to the trash');
    await press(page, 'Undo');
    await page.getByRole('link', { name: 'Edit & Enhance: Family Legacy' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('is proposed to, sentence by sentence, and never replaced unseen', async () => {
    const author = await visit.author('pro_monthly');
    const { body } = await author.call('POST', '/api/personal-stories', {
      title: 'Twice',
      storyType: 'family-legacy',
      formData: form,
    });
    const text = 'He waited; nobody came.\n\nHe waited; nobody came.\n\nThen it rained.';
    await author.call('PUT', `/api/personal-stories/${String(body['id'])}`, { content: text });
    const { page, problems } = await visit.openAs(author);
    await page.goto(`/story/${String(body['id'])}`);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+End');
    await press(page, 'Enhance Selection');
    const dialog = page.getByRole('dialog', { name: 'Enhance Selected Text' });
    await dialog.getByLabel('Selected text').getByText('He waited; nobody came.').waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Improve Flow/ }).click();
    await toast(page, 'Text Enhanced');
    expect(await textOf(page)).toBe(text);
    await proposal(page)
      .getByRole('button', { name: /^Accept/ })
      .click();
    expect(await textOf(page)).toBe('He waited; nobody came.\n\nHe waited. Nobody came.\n\nThen it rained.');
    await waitUntilSaved(page);
    await page.getByText('1/2', { exact: true }).waitFor();
    await press(page, 'Change Tone');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Reflective/ })
      .click();
    await toast(page, 'Tone Changed');
    expect(await examineEverywhere(page)).toEqual([]);
    await proposal(page).getByRole('button', { name: 'Discard' }).click();
    for (const count of ['1/2', '2/2']) {
      await press(page, 'Polish Story');
      await toast(page, 'Story Polished');
      await proposal(page).getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('region', { name: 'Story Info' }).getByText(count, { exact: true }).last().waitFor();
    }
    expect(await page.getByRole('button', { name: 'Polish Story (2/2 used)' }).isDisabled()).toBe(true);
    expect([await textOf(page), problems]).toEqual([
      'He waited; nobody came.\n\nHe waited. Nobody came.\n\nThen it rained.',
      [],
    ]);
    await page.context().close();
  }, 120_000);

  it('keeps words that were written without a network beside those of another tab', async () => {
    const author = await visit.author('pro_monthly');
    const { body } = await author.call('POST', '/api/personal-stories', {
      title: 'Tides',
      storyType: 'family-legacy',
      formData: form,
    });
    const address = `/api/personal-stories/${String(body['id'])}`;
    await author.call('PUT', address, { content: 'Ebb.\n\nFlood.' });
    const { page, problems } = await visit.openAs(author);
    await page.goto(`/story/${String(body['id'])}`);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.context().setOffline(true);
    await page.keyboard.insertText('Here: ');
    await page.getByText('Offline').first().waitFor();
    await author.call('PUT', address, { content: 'Ebb.\n\nFlood. There.' });
    await page.context().setOffline(false);
    await waitUntilSaved(page);
    expect(await textOf(page)).toBe('Here: Ebb.\n\nFlood. There.');
    expect((await author.call('GET', address)).body['content']).toBe('Here: Ebb.\n\nFlood. There.');
    await press(page, 'History');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect([await examineEverywhere(page), problems]).toEqual([[], []]);
    await page.context().close();
  }, 90_000);
});
