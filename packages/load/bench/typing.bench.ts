// Compares typing in a chapter of 100,000 words with a tool open to a bare CodeMirror 6 with the same text.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Author } from '@inkbear/e2e/author';
import { openPage, signIn } from '@inkbear/e2e/browser';
import { openBrowser } from '@inkbear/e2e/open-browser';
import { startInkbear } from '@inkbear/local/start';
import { serveBareEditor } from './bare-editor/serve.ts';
import { generateProse } from './chapter-session.ts';
import { compare } from './harness.ts';
import { TypingProbe } from './typing-probe.ts';

const { version } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.resolve('@codemirror/view')), 'utf8'),
) as { version: string };
const text = generateProse(535_000).replaceAll('.\n', '.\n\n');
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'inkbear-bench-'));
const inkbear = await startInkbear({ dataDir, port: 18_000 + Math.floor(Math.random() * 10_000), quiet: true });
const bare = await serveBareEditor(text);
const browser = await openBrowser();
try {
  const account = inkbear.demo.accounts.find(({ plan }) => plan === 'pro_monthly');
  if (!account) throw new Error('The demo has no Pro account.');
  const author = new Author(inkbear.url);
  await author.call('POST', '/api/auth/login', { email: account.email, password: account.password });
  const { bookId, chapterId } = await author.createBook();
  const saved = await author.call('PUT', `/api/chapters/${chapterId}`, { content: text });
  if (saved.status !== 200) throw new Error(`The chapter was not saved: ${saved.status}.`);
  console.log(`${Number(saved.body['wordCount']).toLocaleString('en-GB')} words`);

  const { page: barePage } = await openPage(browser, bare.url);
  await barePage.goto('/');
  await barePage.locator('.cm-content').waitFor();
  const { page } = await openPage(browser, inkbear.url);
  await signIn(page, account);
  await page.goto(`/book/${bookId}`);
  await page.locator('.cm-content').waitFor();
  await page.getByRole('button', { name: 'Grammar and style', exact: true }).click();
  await page.getByRole('region', { name: 'Grammar and style' }).waitFor();
  const probes = { bare: await TypingProbe.attach(barePage), ours: await TypingProbe.attach(page) };
  await compare({
    title: 'Typing in 100,000 words',
    candidates: [
      { name: 'bare CodeMirror', run: async () => (await barePage.bringToFront(), await probes.bare.type()) },
      { name: 'the Inkbear editor', run: async () => (await page.bringToFront(), await probes.ours.type()) },
    ],
    figures: {
      'key to frame p50': { unit: 'ms', decimals: 1 },
      'key to frame p95': { unit: 'ms', decimals: 1 },
      'main thread a key': { unit: 'ms', decimals: 2 },
    },
    targets: { 'key to frame p95': 1.2 },
    versions: { '@codemirror/view': version, chromium: browser.version(), node: process.versions.node },
    runs: 7,
    warmUps: 1,
  });
} finally {
  await browser.close();
  bare.close();
  await inkbear.stop();
  await rm(dataDir, { recursive: true, force: true });
}
