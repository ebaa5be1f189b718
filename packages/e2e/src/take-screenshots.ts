// `npm run pictures`: takes the screenshots of the landing page and the social card from the built product with its demo
// books. Run it when a screen has changed.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openPage, signIn } from './browser.ts';
import { startAppStack } from './app-stack.ts';
import { openBrowser } from './open-browser.ts';
import { openFirstBook, writeChapter } from './book-editor.ts';

const frontends = fileURLToPath(new URL('../../../frontends/', import.meta.url));
const pictures = path.join(frontends, 'marketing/src/features/landing/pictures');
const card = path.join(frontends, 'shell/src/social-card.png');
/** Screenshots are twice as wide as their largest width on a page, for screens with a device pixel ratio of 2. */
const width = 2240;

/** Replaces the page with logo, name and one sentence; the styles of the page stay, so fonts and colours are Inkbear's. */
const drawCardScript = `(() => {
  const mark = document.querySelector('header svg').cloneNode(true);
  const style = (element, values) => Object.assign(element.style, values);
  const line = (text, values) => { const p = document.createElement('p'); p.textContent = text; style(p, values); return p; };
  const sheet = document.createElement('div');
  style(sheet, { position: 'fixed', inset: '0', zIndex: '100', display: 'grid', alignContent: 'center', gap: '28px', padding: '0 96px', background: 'var(--paper)', color: 'var(--accent)' });
  mark.setAttribute('width', '120'); mark.setAttribute('height', '120');
  sheet.append(mark, line('Write your book.\\nKeep your voice.', { whiteSpace: 'pre', color: 'var(--ink)', fontFamily: 'var(--font-display)', fontSize: '76px', fontWeight: '500', lineHeight: '1.05', letterSpacing: '-0.02em' }), line('Inkbear · plan, write, edit and publish', { color: 'var(--muted)', fontSize: '30px' }));
  document.body.replaceChildren(sheet);
})()`;

const prose = [
  'The lamp at the end of Gull Street had burned for forty years, and on the night Ida Marsh came home it was dark.',
  'She stood under it with her case between her feet and listened. The tide was going out. Somewhere a halyard tapped against a mast, patient as a finger on a table. In all her letters nobody had thought to mention the lamp.',
  '“You will want the key,” said a voice behind her, and she knew it before she turned, as one knows a stair in the dark.',
  'Tobias had grown old. He held the key out on his open palm, the way one offers sugar to a horse, and did not come any closer.',
].join('\n\n');

/** The editor with the first chapter, a page of prose and the Craft tool. */
async function screenshotEditor(page: Page, name: string): Promise<void> {
  await openFirstBook(page);
  await writeChapter(page, prose);
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'Craft', exact: true }).click();
  await page.getByRole('region', { name: 'Craft', exact: true }).waitFor();
  await page.mouse.move(720, 890);
  await page.waitForTimeout(500);
  await sharp(await page.screenshot())
    .resize({ width })
    .webp({ quality: 78 })
    .toFile(path.join(pictures, name));
}

await mkdir(pictures, { recursive: true });
const stack = await startAppStack();
const browser = await openBrowser();
try {
  const account = stack.demo.accounts.find(({ plan }) => plan === 'pro_monthly');
  if (!account) throw new Error('The demo has no account with Pro Monthly.');
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openPage(browser, stack.url, { colorScheme, deviceScaleFactor: 2 });
    await signIn(page, account);
    await screenshotEditor(page, `editor-${colorScheme}.webp`);
    await page.context().close();
  }
  const { page } = await openPage(browser, stack.url, { width: 1200, height: 630 });
  await page.goto('/');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(drawCardScript);
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(card);
} finally {
  await browser.close();
  await stack.remove();
}
