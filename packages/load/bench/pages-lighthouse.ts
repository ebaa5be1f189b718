import { freePorts } from '@inkbear/local/free-port';
import { openBrowser } from '@inkbear/e2e/open-browser';
import lighthouse from 'lighthouse';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Prints the four scores of each page on Lighthouse's own phone. */
export async function printLighthouse(base: string, paths: readonly string[]): Promise<void> {
  const [port = 0] = await freePorts(1);
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  try {
    for (const at of paths) {
      const result = await lighthouse(new URL(at, base).href, { port, logLevel: 'error', onlyCategories: categories });
      if (!result) throw new Error(`Lighthouse said nothing about ${at}.`);
      const scores = categories.map((name) => `${name} ${Math.round((result.lhr.categories[name]?.score ?? 0) * 100)}`);
      console.log(`Lighthouse ${result.lhr.lighthouseVersion} ${at}: ${scores.join(', ')} (wanted ≥ 95)`);
      for (const { id, title, score } of Object.values(result.lhr.audits)) if (process.env['TRACE_PAGES'] && score !== null && score < 0.9) console.log(`  ${id}: ${title} (${score})`);
    }
  } finally {
    await browser.close();
  }
}
