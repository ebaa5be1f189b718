import type { Locator, Page } from 'playwright-core';
import { alive } from '../browser.ts';
import { examine } from '../examine.ts';
import { type Kind, kinds, type PageRow, type Words } from './page-row.ts';

const missing = /Not Found$/;
const navigation: Readonly<Record<'signedOut' | 'signedIn', readonly string[]>> = {
  signedOut: ['Home', 'Features', 'Publishing Guide', 'Pricing', 'Knowledge'],
  signedIn: ['Home', 'Features', 'Pricing', 'Knowledge Library', 'Dashboard'],
};

/** Goes from page to page in one window and notes what is not as it should be, and which links it has seen. */
export class Walker {
  readonly #page: Page;
  #errors: string[] = [];
  readonly links = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`${message.location().url}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#errors.push(error.message));
  }

  /** What is wrong on the page of a row, empty when nothing is. */
  async visit(row: PageRow): Promise<string[]> {
    this.#errors = [];
    await this.#page.goto(row.address);
    // A public page waits for the first sign of a person with its scripts.
    await this.#page.mouse.move(20, 300);
    await alive(this.#page);
    const found = [
      ...(await this.#where(row)),
      ...(await this.#navigates(row.kind)),
      ...(await this.#says(row)),
      ...(await this.#leads(row)),
    ];
    // Light for one, dark for the next: a page that several are shown is examined in both.
    const colorScheme = kinds.indexOf(row.kind) % 2 === 0 ? 'light' : 'dark';
    await this.#page.emulateMedia({ colorScheme });
    found.push(...(await examine(this.#page)).map((finding) => `${colorScheme}: ${finding}`));
    await this.#gather();
    return [...found, ...this.#errors];
  }

  /** What a link inside the site comes to, empty when it is a page. */
  async follow(link: string): Promise<string[]> {
    if (link.startsWith('/api/')) {
      const { status } = await this.#page.evaluate<{ status: number }>(
        `fetch(${JSON.stringify(link)}).then(({ status, body }) => (body?.cancel(), { status }))`,
      );
      return status === 200 ? [] : [`${link} answers ${status}`];
    }
    await this.#page.goto(link);
    const heading = this.#page.getByRole('heading', { level: 1 }).first();
    if (!(await appears(heading))) return [`${link} has no heading`];
    const title = await heading.innerText();
    const id = new URL(link, 'http://inkbear').hash.slice(1);
    if (missing.test(title)) return [`${link} is “${title}”`];
    return id === '' || (await appears(this.#page.locator(`[id="${id}"]`))) ? [] : [`${link} has no such part`];
  }

  async #where({ endsAt, heading }: PageRow): Promise<string[]> {
    const found: string[] = [];
    if (endsAt !== undefined)
      await this.#page
        .waitForURL((url) => url.pathname + url.search + url.hash === endsAt)
        .catch(() => found.push(`ends at ${this.#page.url()} and not at ${endsAt}`));
    if (
      heading !== undefined &&
      !(await appears(this.#page.getByRole('heading', { level: 1, name: heading, exact: true })))
    )
      found.push(`is not headed “${heading}”`);
    return found;
  }

  async #says({ shows = [], hides = [], buttons = [] }: PageRow): Promise<string[]> {
    const found: string[] = [];
    for (const words of shows) if (!(await appears(this.#words(words)))) found.push(`does not say ${String(words)}`);
    for (const name of buttons)
      if (!(await appears(this.#page.getByRole('button', { name, exact: true }))))
        found.push(`has no button “${name}”`);
    for (const words of hides) if ((await this.#words(words).count()) > 0) found.push(`says ${String(words)}`);
    return found;
  }

  async #leads({ links = {} }: PageRow): Promise<string[]> {
    const found: string[] = [];
    for (const [name, wanted] of Object.entries(links)) {
      const link = this.#page.getByRole('main').getByRole('link', { name, exact: true }).first();
      const leads = (await appears(link)) ? await link.getAttribute('href') : 'nowhere';
      if (leads !== wanted) found.push(`“${name}” leads to ${String(leads)} and not to ${wanted}`);
    }
    return found;
  }

  /** The bar on top, which a visitor who signs in does not see. */
  async #navigates(kind: Kind): Promise<string[]> {
    const isBare = kind === 'visitor' && new URL(this.#page.url()).pathname === '/auth';
    const wanted = isBare ? [] : navigation[kind === 'visitor' ? 'signedOut' : 'signedIn'];
    // Until the session is known, neither part is shown to whoever brings a cookie.
    for (const last of wanted.slice(-1))
      await appears(this.#page.getByRole('banner').getByRole('link', { name: last, exact: true }));
    const links = await this.#page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    const canSignIn =
      (await this.#page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true }).count()) > 0;
    return [
      ...(links.join() === wanted.join() ? [] : [`its navigation is ${links.join()} and not ${wanted.join()}`]),
      ...(canSignIn === (kind === 'visitor' && !isBare)
        ? []
        : [canSignIn ? 'offers to sign in' : 'does not offer to sign in']),
    ];
  }

  /** Everywhere on the page, its navigation and its foot. */
  async #gather(): Promise<void> {
    for (const link of await this.#page
      .locator('a[href^="/"]')
      .evaluateAll((all) =>
        all.map((each) =>
          String((each as unknown as { getAttribute: (name: string) => string | null }).getAttribute('href')),
        ),
      ))
      this.links.add(link);
  }

  #words(words: Words): Locator {
    return this.#page.getByText(words, { exact: true }).filter({ visible: true });
  }
}

const appears = (what: Locator): Promise<boolean> =>
  what
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    );
