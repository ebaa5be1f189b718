import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { editorText, openPage, waitUntilSaved } from '@inkbear/e2e/browser';
import { openBrowser } from '@inkbear/e2e/open-browser';
import type { Browser } from 'playwright-core';
import { helm, kubectl, listPods, processOf, publicUrl, readJson, release } from '../src/cluster.ts';
import { type Installation, installFromNothing, useInstallation } from '../src/installation.ts';
import { readMemory } from '../src/memory.ts';

describe('an installation from nothing', () => {
  let installation: Installation;
  let browser: Browser;
  let installSeconds: number;
  beforeAll(async () => {
    const startedAt = Date.now();
    await installFromNothing();
    installSeconds = Math.round((Date.now() - startedAt) / 1000);
    installation = await useInstallation();
    browser = await openBrowser();
  }, 600_000);
  afterAll(async () => {
    await browser.close();
    installation.gateway.close();
  });

  it('has only ready pods without restarts, all of them admitted as restricted', async () => {
    const pods = await listPods();
    const restarted = pods.filter(({ status }) =>
      status.containerStatuses?.some(({ restartCount }) => restartCount > 0),
    );
    expect(restarted.map(processOf)).toEqual([]);
    const { metadata } = await readJson<{ metadata: { labels: Record<string, string> } }>(
      'get',
      'namespace',
      'inkbear',
    );
    expect(metadata.labels['pod-security.kubernetes.io/enforce']).toBe('restricted');
    const memory = await readMemory();
    process.stdout.write(
      `${pods.length} pods ready after ${installSeconds} s; working sets in MB: ${JSON.stringify(memory)}\n`,
    );
  });

  it('passes its own test', async () => {
    await expect(helm(['test', release, '--logs', '--timeout=60s'])).resolves.toContain('Succeeded');
  });

  it('serves an author from registration to a paid plan', async () => {
    const { page, problems } = await openPage(browser, publicUrl);
    const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value);
    await page.goto('/auth?mode=register');
    const create = page.getByRole('button', { name: 'Create Account' });
    if (!(await create.isVisible())) await page.getByRole('button', { name: 'Create an account' }).click();
    await fill('First name', 'Ada');
    await fill('Last name', 'Byron');
    await fill('Email', `${randomUUID()}@example.com`);
    await page.getByLabel('Password').fill('violet-otter-9');
    await create.click();
    await page.getByText('Account created!').waitFor();
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: /Create (a|your first) book/ })
      .first()
      .click();
    await fill('Title', 'The Salt Road');
    await page.getByRole('combobox', { name: 'Genre' }).selectOption('mystery');
    await page.getByRole('combobox', { name: /Subgenre/ }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Create book' }).click();
    await page.waitForURL(/\/book\/[\w-]+$/);
    await page.locator('.cm-content').click();
    await page.keyboard.type('The harbour was quiet.');
    await waitUntilSaved(page);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await editorText(page)).toBe('The harbour was quiet.');
    await page.goto('/subscribe');
    await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
    await page.getByRole('button', { name: /^Pay £/ }).click();
    await page.getByRole('heading', { name: 'Your Writing Dashboard' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('lists the documented resources', async () => {
    const deployments = await kubectl(['get', 'deployments', '--output=name']);
    expect(deployments.trim().split('\n')).toHaveLength(14);
  });
});
