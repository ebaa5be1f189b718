import type { Locator, Page } from 'playwright-core';
import { waitForHydration } from '../browser.ts';
import { auditPage } from '../page-audit.ts';
import { type Audience, audiences, type PageRow, type TextMatch } from './page-row.ts';

const notFoundTitle = /Not Found$/;
const navigation: Readonly<Record<'signedOut' | 'signedIn', readonly string[]>> = {
  signedOut: ['Home', 'Features', 'Publishing Guide', 'Pricing', 'Knowledge'],
  signedIn: ['Home', 'Features', 'Pricing', 'Knowledge Library', 'Dashboard'],
};

/** Checks pages in one window against their rows and collects the links on them. */
export class PageChecker {
  readonly #page: Page;
  #errors: string[] = [];
  readonly links = new Set<string>();
  readonly #audited = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`${message.location().url}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#errors.push(error.message));
  }

  /** Opens a row's page; returns its deviations from the row, accessibility violations and console errors. */
  async check(row: PageRow): Promise<string[]> {
    this.#errors = [];
    await this.#page.goto(row.address);
    // A public page loads its scripts on the first interaction.
    await this.#page.mouse.move(20, 300);
    await waitForHydration(this.#page);
    const findings = [
      ...(await this.#checkLocation(row)),
      ...(await this.#checkNavigation(row.audience)),
      ...(await this.#checkContent(row)),
      ...(await this.#checkLinks(row)),
    ];
    findings.push(...(await this.#audit(row)));
    await this.#collectLinks();
    return [...findings, ...this.#errors];
  }

  /** Follows an internal link; returns an empty list when it leads to a page, a section or a file. */
  async follow(link: string): Promise<string[]> {
    if (link.startsWith('/api/')) {
      const { status } = await this.#page.evaluate<{ status: number }>(
        `fetch(${JSON.stringify(link)}).then(({ status, body }) => (body?.cancel(), { status }))`,
      );
      return status === 200 ? [] : [`${link} answers ${status}`];
    }
    await this.#page.goto(link);
    const heading = this.#page.getByRole('heading', { level: 1 }).first();
    if (!(await becomesVisible(heading))) return [`${link} has no heading`];
    const title = await heading.innerText();
    const id = new URL(link, 'http://inkbear').hash.slice(1);
    if (notFoundTitle.test(title)) return [`${link} is “${title}”`];
    return id === '' || (await becomesVisible(this.#page.locator(`[id="${id}"]`)))
      ? []
      : [`${link} has no such section`];
  }

  /** Audits the page, unless it is one that another address of this audience has led to. */
  async #audit({ address, audience, redirectsTo }: PageRow): Promise<string[]> {
    const audited = redirectsTo === undefined ? address : new URL(this.#page.url()).pathname;
    if (this.#audited.has(audited)) return [];
    this.#audited.add(audited);
    // The colour scheme alternates between audiences, so that most pages are audited in both.
    const colorScheme = audiences.indexOf(audience) % 2 === 0 ? 'light' : 'dark';
    await this.#page.emulateMedia({ colorScheme });
    return (await auditPage(this.#page)).map((finding) => `${colorScheme}: ${finding}`);
  }

  async #checkLocation({ redirectsTo, heading }: PageRow): Promise<string[]> {
    const findings: string[] = [];
    if (redirectsTo !== undefined)
      await this.#page
        .waitForURL((url) => url.pathname + url.search + url.hash === redirectsTo)
        .catch(() => findings.push(`ends at ${this.#page.url()} and not at ${redirectsTo}`));
    if (
      heading !== undefined &&
      !(await becomesVisible(this.#page.getByRole('heading', { level: 1, name: heading, exact: true })))
    )
      findings.push(`is not headed “${heading}”`);
    return findings;
  }

  async #checkContent({ shows = [], hides = [], buttons = [] }: PageRow): Promise<string[]> {
    const findings: string[] = [];
    for (const text of shows)
      if (!(await becomesVisible(this.#findText(text)))) findings.push(`does not say ${String(text)}`);
    for (const name of buttons)
      if (!(await becomesVisible(this.#page.getByRole('button', { name, exact: true }))))
        findings.push(`has no button “${name}”`);
    for (const text of hides) if ((await this.#findText(text).count()) > 0) findings.push(`says ${String(text)}`);
    return findings;
  }

  async #checkLinks({ links = {} }: PageRow): Promise<string[]> {
    const findings: string[] = [];
    for (const [name, expected] of Object.entries(links)) {
      const link = this.#page.getByRole('main').getByRole('link', { name, exact: true }).first();
      const href = (await becomesVisible(link)) ? await link.getAttribute('href') : 'nowhere';
      if (href !== expected) findings.push(`“${name}” leads to ${String(href)} and not to ${expected}`);
    }
    return findings;
  }

  /** Checks the navigation in the page header, which the sign-in page does not have. */
  async #checkNavigation(audience: Audience): Promise<string[]> {
    const isBare = audience === 'visitor' && new URL(this.#page.url()).pathname === '/auth';
    const expected = isBare ? [] : navigation[audience === 'visitor' ? 'signedOut' : 'signedIn'];
    // With a session cookie the navigation stays empty until the session is known, so wait for its last link.
    for (const last of expected.slice(-1))
      await becomesVisible(this.#page.getByRole('banner').getByRole('link', { name: last, exact: true }));
    const links = await this.#page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    const canSignIn =
      (await this.#page.getByRole('banner').getByRole('link', { name: 'Sign In', exact: true }).count()) > 0;
    return [
      ...(links.join() === expected.join() ? [] : [`its navigation is ${links.join()} and not ${expected.join()}`]),
      ...(canSignIn === (audience === 'visitor' && !isBare)
        ? []
        : [canSignIn ? 'offers to sign in' : 'does not offer to sign in']),
    ];
  }

  /** Collects all internal links of the page, header and footer included. */
  async #collectLinks(): Promise<void> {
    for (const link of await this.#page
      .locator('a[href^="/"]')
      .evaluateAll((all) =>
        all.map((each) =>
          String((each as unknown as { getAttribute: (name: string) => string | null }).getAttribute('href')),
        ),
      ))
      this.links.add(link);
  }

  #findText(text: TextMatch): Locator {
    return this.#page.getByText(text, { exact: true }).filter({ visible: true });
  }
}

const becomesVisible = (locator: Locator): Promise<boolean> =>
  locator
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    );
