import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { editorText, waitUntilSaved } from '../src/browser.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';

describe('sign-up and first book', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];
  const account = { email: `${randomUUID()}@example.com`, password: 'violet-otter-9' };
  beforeAll(async () => void ({ page, problems } = await app.openPage()));
  const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value);

  it('shows each validation error at its field, then creates the account', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Create an account' }).click();
    const create = page.getByRole('button', { name: 'Create Account' });
    await fill('Email', 'not an address');
    await page.getByLabel('Password').fill('12345');
    await create.click();
    for (const text of [
      'First name is required',
      'Last name is required',
      'Please enter a valid email address',
      'Password must be at least 6 characters',
    ])
      await page.getByText(text).waitFor();
    await fill('First name', 'Ada');
    await fill('Last name', 'Byron');
    await fill('Email', account.email);
    await page.getByLabel('Password').fill(account.password);
    await create.click();
    await page.waitForURL('/');
    await page.getByText('Account created!').waitFor();
  });

  it('creates a book from the empty dashboard', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByRole('heading', { name: 'Your Writing Dashboard' }).waitFor();
    await page
      .getByRole('button', { name: /Create (a|your first) book/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Create book' }).click();
    await page.getByText('Title is required').waitFor();
    await page.getByText('Genre is required').waitFor();
    await fill('Title', 'The Salt Road');
    await page.getByRole('combobox', { name: 'Genre' }).selectOption('mystery');
    await page.getByRole('combobox', { name: /Subgenre/ }).selectOption({ index: 1 });
    await page.getByRole('textbox', { name: /Outline/ }).fill('Mara comes home. The harbour is quiet.');
    await page.getByRole('button', { name: 'Create book' }).click();
    await page.waitForURL(/\/book\/[\w-]+$/);
  });

  it('counts and saves typed words, and has them after a reload', async () => {
    const editor = page.locator('.cm-content');
    await editor.click();
    await page.keyboard.type('The harbour was quiet when Mara found the letter.\nIt was tucked under the lamp.', {
      delay: 2,
    });
    await page.getByText('15 words', { exact: false }).first().waitFor();
    await waitUntilSaved(page);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await editorText(page)).toBe(
      'The harbour was quiet when Mara found the letter.\nIt was tucked under the lamp.',
    );
  });

  it('adds, renames and moves a chapter, and reopens the last one after a reload', async () => {
    await page.getByRole('button', { name: 'Add chapter' }).click();
    await page.getByRole('textbox', { name: 'Chapter 2, text' }).waitFor();
    await page.getByRole('button', { name: 'More for Chapter 2' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Low Water');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Low Water, text' }).waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.type('The tide went out.');
    await waitUntilSaved(page);
    await page.getByRole('button', { name: 'More for Low Water' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await page.getByRole('button', { name: /^1 Low Water/ }).waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Low Water, text' }).waitFor();
    expect(await editorText(page)).toBe('The tide went out.');
  });

  it('exports the outline as a PDF and says that other exports need Pro', async () => {
    await page.getByRole('button', { name: 'Outline', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Export outline/i }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('The Salt Road-outline.pdf');
    await page.getByText('Outline Export Complete!').waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('complementary').getByText(/Pro/).first().waitFor();
  });

  it('redirects to sign-in after logout, and back to the requested page after signing in', async () => {
    const book = page.url();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('button', { name: /Log out/ }).click();
    await page.waitForURL(/\/auth/);
    await page.goto(book);
    await page.waitForURL(/\/auth\?next=/);
    await fill('Email', account.email);
    await page.getByLabel('Password').fill('wrong-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Invalid email or password').waitFor();
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(book);
    await page.getByRole('textbox', { name: 'Low Water, text' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('changes the password and stays signed in, and signs out other devices', async () => {
    const elsewhere = await Author.signIn(app.stack.url, account);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByLabel('Current password').fill(account.password);
    account.password = 'quiet-harbour-12';
    await page.getByLabel('New password').fill(account.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await eventually(async () => (await elsewhere.call('GET', '/api/user')).status === 401);
    await page.goBack();
    await page.reload();
    await page.getByRole('textbox', { name: 'Low Water, text' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('closes the account, and restores it with all text on the next sign-in', async () => {
    const book = page.url();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByRole('button', { name: 'Close account' }).click();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Yes, close it' }).click();
    await page.getByText('Account closed').waitFor();
    await page.waitForURL(/\/auth/);
    await page.goto(book);
    await page.waitForURL(/\/auth\?next=/);
    await fill('Email', account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(book);
    await page.getByRole('textbox', { name: 'Low Water, text' }).waitFor();
    expect(await editorText(page)).toBe('The tide went out.');
    expect(problems).toEqual([]);
  });
});
