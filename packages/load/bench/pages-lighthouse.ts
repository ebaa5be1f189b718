import { freePorts } from '@inkbear/local/free-port';
import { openBrowser } from '@inkbear/e2e/open-browser';
import lighthouse, { type Result } from 'lighthouse';
import { median } from './harness.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
/** More than one, because other work on the machine lengthens tasks. */
const runs = 3;

/** Prints the four scores of each page on Lighthouse's emulated phone, the median of three runs. */
export async function printLighthouse(base: string, paths: readonly string[]): Promise<void> {
  const [port = 0] = await freePorts(1);
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  try {
    for (const at of paths) {
      const results: Result[] = [];
      for (let run = 0; run < runs; run += 1) results.push(await resultOf(new URL(at, base).href, port));
      const scores = categories.map(
        (name) => `${name} ${median(results.map((result) => Math.round((result.categories[name]?.score ?? 0) * 100)))}`,
      );
      console.log(`Lighthouse ${results[0]?.lighthouseVersion} ${at}: ${scores.join(', ')} (target ≥ 95)`);
      for (const { id, title, score } of Object.values(results.at(-1)?.audits ?? {}))
        if (process.env['TRACE_PAGES'] && score !== null && score < 0.9) console.log(`  ${id}: ${title} (${score})`);
    }
  } finally {
    await browser.close();
  }
}

async function resultOf(url: string, port: number): Promise<Result> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: categories });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
  return result.lhr;
}
