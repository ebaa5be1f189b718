import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { editorText, waitUntilSaved } from '../src/browser.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { readDownload } from '../src/read-download.ts';
import { submitSampleStory } from '../src/submit-sample-story.ts';
import { TestApp } from '../src/test-app.ts';

const form = {
  'Family Name': 'Vell',
  'Main Characters': 'Mara',
  'Family History': 'They kept the lamps of the harbour.',
};
const needsPlan = 'Personal stories require a Pro plan. Upgrade to create personalized content.';

describe('Personal Stories', () => {
  const app = TestApp.shared();
  const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();
  const proposal = (page: Page) => page.getByRole('region', { name: 'Proposal', exact: true });
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();

  it('sends a visitor to sign in and back to the same address', async () => {
    const { page } = await app.openPage();
    await page.goto('/personal-stories?template=life-milestone');
    await page.waitForURL(/\/auth\?next=/);
    expect(new URL(page.url()).searchParams.get('next')).toBe('/personal-stories?template=life-milestone');
    await page.goto('/story/unknown');
    await page.waitForURL(/\/auth\?next=/);
    await page.context().close();
  });

  it('tells a free author beforehand that stories need Pro, and keeps the form after the refusal', async () => {
    const { page, problems } = await app.signIn('free');
    await page.goto('/personal-stories');
    await page.getByText('Personal stories require a Pro plan.', { exact: false }).waitFor();
    await submitSampleStory(page);
    await toast(page, 'Pro Plan Required');
    await page.getByText(needsPlan, { exact: true }).waitFor();
    expect([await page.getByLabel('Family Name').inputValue(), await auditPageInAllViews(page)]).toEqual([
      'Kowalczyk',
      [],
    ]);
    await page.goto('/story/unknown');
    await page.getByRole('heading', { name: 'Story Not Found' }).waitFor();
    await page.getByRole('link', { name: 'Back to Stories' }).click();
    await page.waitForURL('/personal-stories');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('creates, generates, exports, deletes and restores a story', async () => {
    const { page, problems } = await app.signIn('pro_monthly');
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
    expect(await auditPageInAllViews(page)).toEqual([]);
    await press(page, 'Create Personal Story');
    await toast(page, 'Story Created!');
    await page.getByText('Your Personal Stories').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await press(page, 'Open');
    await page.waitForURL(/\/story\//);
    await page.locator('.cm-content').waitFor();
    await press(page, 'Polish Story');
    await page.getByText('Generate or write some content first.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await press(page, 'Generate Story');
    await toast(page, 'Story Generated!');
    expect(await editorText(page)).toContain('They kept the lamps of the harbour.');
    expect(await page.getByRole('button', { name: 'Generate Story' }).count()).toBe(0);
    await press(page, 'Enhance Selection');
    await page.getByText('Highlight text in your story to enhance it.').waitFor();
    await press(page, 'Edit Story Info');
    await page.getByLabel('Author name').fill('Ida Vell');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await press(page, 'Save Information');
    await toast(page, 'Metadata Saved');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), press(page, 'PDF')]);
    await opened.close();
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Text')]);
    expect([file.suggestedFilename(), (await readDownload(file)).includes('lamps of the harbour')]).toEqual([
      'Family Legacy.txt',
      true,
    ]);
    await page.getByRole('link', { name: 'Back to Stories' }).click();
    await press(page, 'Delete Family Legacy');
    await toast(page, 'Moved to the trash');
    await press(page, 'Undo');
    await page.getByRole('link', { name: 'Edit & Enhance: Family Legacy' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows AI changes as proposals and applies only what is accepted', async () => {
    const author = await app.author('pro_monthly');
    const { body } = await author.call('POST', '/api/personal-stories', {
      title: 'Twice',
      storyType: 'family-legacy',
      formData: form,
    });
    const text = 'He waited; nobody came.\n\nHe waited; nobody came.\n\nThen it rained.';
    await author.call('PUT', `/api/personal-stories/${String(body['id'])}`, { content: text });
    const { page, problems } = await app.openAs(author);
    await page.goto(`/story/${String(body['id'])}`);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+End');
    await press(page, 'Enhance Selection');
    const dialog = page.getByRole('dialog', { name: 'Enhance Selected Text' });
    await dialog.getByLabel('Selected text').getByText('He waited; nobody came.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Improve Flow/ }).click();
    await toast(page, 'Text Enhanced');
    expect(await editorText(page)).toBe(text);
    await proposal(page)
      .getByRole('button', { name: /^Accept/ })
      .click();
    expect(await editorText(page)).toBe('He waited; nobody came.\n\nHe waited. Nobody came.\n\nThen it rained.');
    await waitUntilSaved(page);
    await page.getByText('1/2', { exact: true }).waitFor();
    await press(page, 'Change Tone');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Reflective/ })
      .click();
    await toast(page, 'Tone Changed');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await proposal(page).getByRole('button', { name: 'Discard' }).click();
    for (const count of ['1/2', '2/2']) {
      await press(page, 'Polish Story');
      await toast(page, 'Story Polished');
      await proposal(page).getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('region', { name: 'Story Info' }).getByText(count, { exact: true }).last().waitFor();
    }
    expect(await page.getByRole('button', { name: 'Polish Story (2/2 used)' }).isDisabled()).toBe(true);
    expect([await editorText(page), problems]).toEqual([
      'He waited; nobody came.\n\nHe waited. Nobody came.\n\nThen it rained.',
      [],
    ]);
    await page.context().close();
  });

  it('merges offline edits with changes saved elsewhere', async () => {
    const author = await app.author('pro_monthly');
    const { body } = await author.call('POST', '/api/personal-stories', {
      title: 'Tides',
      storyType: 'family-legacy',
      formData: form,
    });
    const address = `/api/personal-stories/${String(body['id'])}`;
    await author.call('PUT', address, { content: 'Ebb.\n\nFlood.' });
    const { page, problems } = await app.openAs(author);
    await page.goto(`/story/${String(body['id'])}`);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.context().setOffline(true);
    await page.keyboard.insertText('Here: ');
    await page.getByText('Offline').first().waitFor();
    await author.call('PUT', address, { content: 'Ebb.\n\nFlood. There.' });
    await page.context().setOffline(false);
    await waitUntilSaved(page);
    expect(await editorText(page)).toBe('Here: Ebb.\n\nFlood. There.');
    expect((await author.call('GET', address)).body['content']).toBe('Here: Ebb.\n\nFlood. There.');
    await press(page, 'History');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.context().close();
    expect(problems).toEqual([]);
  });

  it.each(['Grammar and style', 'Find and replace', 'Read aloud'])(
    'has no accessibility violations with the tool “%s”',
    async (tool) => {
      const author = await app.author('pro_monthly');
      const [story] = (await author.call('GET', '/api/personal-stories')).body as unknown as { id: string }[];
      const { page, problems } = await app.openAs(author);
      await page.goto(`/story/${String(story?.id)}`);
      await page.locator('.cm-content').waitFor();
      await press(page, tool);
      await page.getByRole('region', { name: tool, exact: true }).getByRole('button').nth(1).waitFor();
      expect([await auditPageInAllViews(page), problems]).toEqual([[], []]);
      await page.context().close();
    },
  );
});
