import type { Browser } from 'playwright-core';
import type { Figures } from './harness.ts';

const bytesPerSecond = 1_600_000 / 8;
const network = { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };

/** Records the latest candidate for the largest contentful paint, and when an element first matched the selector. */
const observerScript = (selector: string) => `(() => {
  window.seen = { lcp: 0, what: '', row: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) Object.assign(window.seen, { lcp: entry.startTime, what: entry.element?.textContent?.slice(0, 40) ?? '' });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)})) window.seen.row = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()`;

export interface PhoneVisit {
  readonly url: string;
  /** The page counts as loaded once an element matches. */
  readonly selector: string;
  /** How long to wait for a larger paint afterwards, in ms. */
  readonly restMs: number;
  readonly session?: string;
}

/** Opens a page on an emulated phone with an empty cache: 150 ms latency, 1.6 Mbit/s, CPU throttled to a quarter. */
export async function visitOnPhone(browser: Browser, { url, selector, restMs, session }: PhoneVisit): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    if (session !== undefined) await context.addCookies([{ name: 'inkbear_session', value: session, url }]);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', network);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(observerScript(selector));
    await page.goto(url, { timeout: 120_000, waitUntil: 'load' });
    await page.locator(selector).first().waitFor({ timeout: 120_000, state: 'attached' });
    const sizeSoFar = bytes;
    await page.waitForTimeout(restMs);
    const { lcp, row, what } = await page.evaluate<{ lcp: number; row: number; what: string }>('window.seen');
    if (process.env['TRACE_PAGES']) {
      const requests = await page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map((e) => [Math.round(e.startTime), Math.round(e.responseEnd), e.transferSize, e.name.replace(/^.*?\\/\\/[^/]+/, '')].join(' '))`,
      );
      console.log(`${url}: LCP ${lcp} "${what}", row ${row}\n  ${requests.join('\n  ')}`);
    }
    return { LCP: lcp, 'first row': row, size: sizeSoFar / 1000 };
  } finally {
    await context.close();
  }
}
