import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { OpenPage } from './test-app.ts';

const remoteHost = 'markup.example';
/** Sets `window.hasRun` where it runs, and requests the remote host where it is rendered. */
export const markup =
  '<img src=x onerror="window.hasRun=1"><script>window.hasRun=1</script> [here](javascript:window.hasRun=1) ' +
  `<a href="javascript:window.hasRun=1">there</a> <style>body{background:url(https://${remoteHost}/style.png)}</style> ` +
  `<img src="https://${remoteHost}/element.png"> ![map](https://${remoteHost}/markdown.png)`;
/** For fields of at most 100 characters. */
export const shortMarkup = '<img src=x onerror="window.hasRun=1"><script>window.hasRun=1</script>';
/** Parts of the markup that no screen splits. */
const shownParts = [
  'onerror=',
  '<script>',
  '(javascript:',
  'href="javascript:',
  '<style>',
  'element.png',
  'markdown.png',
];
/** What the markup would be as HTML. */
const markupElements = `img[src="x"], [onerror], [href^="javascript:"], [src^="https://${remoteHost}"], [href^="https://${remoteHost}"]`;
/**
 * Runs in the page: the number of scripts and styles with a text of the markup, without blocks of JSON, which are data. As
 * text, because the CSP forbids eval.
 */
const countStyledOrScripted = `[...document.querySelectorAll('script:not([type="application/json"]), style')]
  .filter(({ textContent }) => textContent.includes('window.hasRun') || textContent.includes('${remoteHost}')).length`;
/** Runs in the page: its text without scripts and styles, and the values of its fields, one on each line. */
const readTexts = `(() => {
  const copy = document.body.cloneNode(true);
  for (const element of copy.querySelectorAll('script, style')) element.remove();
  const fields = [...document.querySelectorAll('input, textarea')];
  return [copy.textContent, ...fields.map(({ value }) => value)].join('\\n');
})()`;

/** An SVG that runs scripts and loads remote files in a browser that renders it as a document. */
export const hostileSvg = [
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="240" height="60" onload="top.hasRun=1">',
  '<script>top.hasRun=1</script>',
  `<script href="https://${remoteHost}/script.js"/>`,
  `<style>@import url(https://${remoteHost}/style.css);</style>`,
  '<rect width="240" height="60" fill="#a05c0a"/>',
  `<image href="https://${remoteHost}/image.png" width="9" height="9"/>`,
  `<image xlink:href="https://${remoteHost}/linked.png" width="9" height="9" onerror="top.hasRun=1"/>`,
  '<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="top.hasRun=1"/></foreignObject>',
  '<animate attributeName="width" onbegin="top.hasRun=1" dur="1s"/>',
  '</svg>',
].join('');

/** Watches a page in which stored or received markup must stay text. */
export class MarkupWatch {
  readonly #page: Page;
  readonly #problems: readonly string[];
  readonly #remoteRequests: string[] = [];

  constructor({ page, problems }: OpenPage) {
    this.#page = page;
    this.#problems = problems;
    page.context().on('request', (request) => {
      if (new URL(request.url()).hostname === remoteHost) this.#remoteRequests.push(request.url());
    });
  }

  /** The place shows the long markup as text, and it did nothing. */
  async expectText(place: Locator): Promise<void> {
    const shown = place.filter({ hasText: 'window.hasRun=1' }).first();
    await shown.waitFor();
    const text = (await shown.textContent()) ?? '';
    expect(shownParts.filter((part) => !text.includes(part))).toEqual([]);
    await this.expectHarmless();
  }

  /** The page contains each of these texts, in its content or in a field, and the markup did nothing. */
  async expectTexts(texts: readonly string[]): Promise<void> {
    const findMissing = async () => {
      const page = await this.#page.evaluate<string>(readTexts);
      return texts.filter((text) => !page.includes(text));
    };
    expect(await eventually(findMissing, (missing) => missing.length === 0).catch(findMissing)).toEqual([]);
    await this.expectHarmless();
  }

  /** No markup is an element, has run or was requested. */
  async expectHarmless(): Promise<void> {
    expect(await this.#page.evaluate('window.hasRun')).toBeUndefined();
    expect(await this.#page.locator(markupElements).count()).toBe(0);
    expect(await this.#page.evaluate(countStyledOrScripted)).toBe(0);
    expect(this.#remoteRequests).toEqual([]);
    // The policy of the page would stop what a rendered element runs or loads, and says so.
    expect(this.#problems).toEqual([]);
  }
}
