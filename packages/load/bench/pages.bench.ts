// Compares, on an emulated phone, the landing page with the same page as plain HTML, and the dashboard with a default
// Module Federation build of the same sources.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Author } from '@inkbear/e2e/author';
import { startAppStack } from '@inkbear/e2e/app-stack';
import { openBrowser } from '@inkbear/e2e/open-browser';
import { root } from '@inkbear/web-build/frontends';
import { buildDefault } from './build-run.ts';
import { compare } from './harness.ts';
import { baselineName, withBaseline } from './pages-default.ts';
import { printLighthouse } from './pages-lighthouse.ts';
import { type PhoneVisit, visitOnPhone } from './pages-phone.ts';
import { servePlainHtml } from './pages-plain-html.ts';

const versionOf = async (name: string) =>
  (JSON.parse(await readFile(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version;
const milliseconds = { unit: 'ms', decimals: 0 };
const firstBook = 'main li a[href^="/book/"]';

const builds = await mkdtemp(path.join(os.tmpdir(), 'inkbear-bench-'));
await buildDefault(root, builds);
const stack = await startAppStack({ build: true, plan: withBaseline(builds) });
const browser = await openBrowser();
const plain = await servePlainHtml(stack.url);
try {
  const account = stack.demo.accounts.find(({ plan }) => plan === 'pro_monthly');
  if (!account) throw new Error('The demo has no Pro account.');
  const session = (await Author.signIn(stack.url, account)).cookie('inkbear_session');
  const versions = {
    '@module-federation/enhanced': await versionOf('@module-federation/enhanced'),
    chromium: browser.version(),
    node: process.versions.node,
  };
  const landing = (url: string): PhoneVisit => ({ url, selector: 'footer', restMs: 5000 });
  const dashboard = (url: string): PhoneVisit => ({
    url: `${url}/dashboard`,
    selector: firstBook,
    restMs: 1500,
    session,
  });

  await compare({
    title: 'Landing page on a phone',
    candidates: [
      { name: 'plain HTML', run: () => visitOnPhone(browser, landing(plain.url)) },
      { name: 'ours', run: () => visitOnPhone(browser, landing(`${stack.url}/`)) },
    ],
    figures: { LCP: milliseconds },
    targets: { LCP: 1.15 },
    versions,
    runs: 7,
    warmUps: 1,
  });
  await compare({
    title: 'Dashboard on a phone',
    candidates: [
      {
        name: 'default Module Federation',
        run: () => visitOnPhone(browser, dashboard(stack.processes[baselineName]?.plan.url ?? '')),
      },
      { name: 'ours', run: () => visitOnPhone(browser, dashboard(stack.url)) },
    ],
    figures: { LCP: milliseconds, 'first row': milliseconds, size: { unit: 'kB', decimals: 0 } },
    targets: { LCP: 0.2, 'first row': 0.5 },
    versions,
    runs: 7,
    warmUps: 1,
  });
  const pages = [...(await (await fetch(`${stack.url}/sitemap.xml`)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  await printLighthouse(stack.url, pages);
} finally {
  await browser.close();
  plain.close();
  await stack.remove();
  await rm(builds, { recursive: true, force: true });
}
