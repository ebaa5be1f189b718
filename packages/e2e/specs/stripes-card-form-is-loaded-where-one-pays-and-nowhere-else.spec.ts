import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { examineEverywhere } from '../src/examine.ts';
import { Visit } from '../src/visit.ts';

const mode = { PAYMENTS_MODE: 'stripe' };
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_URL: 'http://127.0.0.1:9',
};

/** Stands in for Stripe's script: puts a frame of Stripe's where the card goes, and takes the money. */
const script = `
  const element = { handlers: {}, on(name, run) { this.handlers[name] = run; return this; }, off() { return this; }, update() {}, destroy() {}, mount(place) {
    const frame = Object.assign(document.createElement('iframe'), { src: 'https://js.stripe.com/v3/card.html', title: 'Secure card payment' });
    frame.onload = () => this.handlers.ready?.();
    place.append(frame);
  } };
  window.Stripe = Object.assign((key) => ({
    _registerWrapper() {}, registerAppInfo() {}, createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
    elements: () => ({ create: () => element, getElement: () => null, update() {}, submit: async () => ({}) }),
    confirmPayment: async ({ confirmParams }) => { window.paidWith = [key, confirmParams.return_url]; return {}; },
  }), { version: 'endive' });
`;

async function standIn(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://*.stripe.com/**', async (route) => {
    const url = route.request().url();
    asked.push(url);
    await (url.endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Card</title><main><h1>Card</h1></main>',
        }));
  });
  await page.route('**/api/create-subscription', (route) =>
    route.fulfill({ json: { clientSecret: 'pi_1_secret_2', subscriptionId: 'sub_1', total: 1200, discount: 0 } }),
  );
  return asked;
}

describe('where Stripe takes the money', () => {
  const visit = Visit.ownHouse({ seed: false, env: { billing: { ...mode, ...keys }, gateway: mode } });

  it('its form is loaded on the payment page alone, shows its frame, and pays', async () => {
    const author = await Author.register(visit.house.url);
    const { page, problems } = await visit.openAs(author);
    const asked = await standIn(page);
    for (const address of ['/', '/pricing', '/dashboard']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    expect(asked).toEqual([]);
    await page.goto('/subscribe');
    await page.getByRole('button', { name: 'Pay £12' }).waitFor();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Card' }).waitFor();
    expect(asked).toEqual(['https://js.stripe.com/endive/stripe.js', 'https://js.stripe.com/v3/card.html']);
    expect(await page.getByText('Sandbox', { exact: false }).count()).toBe(0);
    expect(await examineEverywhere(page)).toEqual([]);
    await page.route('**/api/user/plan-status', (route) =>
      route.fulfill({ json: { plan: 'pro_monthly', isActive: true, planEndDate: null, exportUntil: null } }),
    );
    await page.getByRole('button', { name: 'Pay £12' }).click();
    await page.getByText(/^Pro Monthly is open/).waitFor();
    expect(await page.evaluate('window.paidWith')).toEqual([
      'pk_test_1',
      `${visit.house.url}/dashboard?paid=pro_monthly`,
    ]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('a provider that does not answer is told to the letter, and nobody is charged', async () => {
    const author = await Author.register(visit.house.url);
    const { page } = await visit.openAs(author);
    page.setDefaultTimeout(60_000);
    await page.goto('/checkout');
    await page.getByRole('heading', { name: 'Failed to initialize payment. Please try again.' }).waitFor();
    await page.getByText('You were not charged.', { exact: false }).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.context().close();
  }, 120_000);
});

describe('where play money is taken', () => {
  const visit = Visit.sharedHouse();

  it('nothing of Stripe may be loaded, not even by a script that tries', async () => {
    const { page } = await visit.openAs(await Author.register(visit.house.url));
    const asked = await standIn(page);
    await page.goto('/subscribe');
    await page.getByText('Sandbox: no money moves here.').waitFor();
    const isLoaded = await page.evaluate(
      `new Promise((resolve) => document.head.append(Object.assign(document.createElement('script'), { src: 'https://js.stripe.com/endive/stripe.js', onload: () => resolve(true), onerror: () => resolve(false) })))`,
    );
    expect([isLoaded, asked]).toEqual([false, []]);
    await page.context().close();
  }, 60_000);
});
