import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';

const mode = { PAYMENTS_MODE: 'stripe' };
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_URL: 'http://127.0.0.1:9',
};

/** A fake of Stripe's script: inserts a frame from Stripe's origin for the card and accepts the payment. */
const fakeStripeScript = `
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

async function fakeStripe(page: Page): Promise<string[]> {
  const stripeRequests: string[] = [];
  await page.route('https://*.stripe.com/**', async (route) => {
    const url = route.request().url();
    stripeRequests.push(url);
    await (url.endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: fakeStripeScript })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><html lang="en"><title>Card</title><main><h1>Card</h1></main>',
        }));
  });
  await page.route('**/api/create-subscription', (route) =>
    route.fulfill({ json: { clientSecret: 'pi_1_secret_2', subscriptionId: 'sub_1', total: 1200, discount: 0 } }),
  );
  return stripeRequests;
}

describe('the Stripe card form', () => {
  const app = TestApp.own({ seed: false, env: { billing: { ...mode, ...keys }, gateway: mode } });

  it('is loaded only on the payment page, and pays', async () => {
    const author = await Author.register(app.stack.url);
    const { page, problems } = await app.openAs(author);
    const asked = await fakeStripe(page);
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
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.route('**/api/user/plan-status', (route) =>
      route.fulfill({ json: { plan: 'pro_monthly', isActive: true, planEndDate: null, exportUntil: null } }),
    );
    await page.getByRole('button', { name: 'Pay £12' }).click();
    await page.getByText(/^Pro Monthly is active/).waitFor();
    expect(await page.evaluate('window.paidWith')).toEqual([
      'pk_test_1',
      `${app.stack.url}/dashboard?paid=pro_monthly`,
    ]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows an error and charges nothing when Stripe does not answer', async () => {
    const author = await Author.register(app.stack.url);
    const { page } = await app.openAs(author);
    await page.goto('/checkout');
    await page.getByRole('heading', { name: 'Failed to initialize payment. Please try again.' }).waitFor();
    await page.getByText('You were not charged.', { exact: false }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.context().close();
  });
});

describe('the sandbox payment page', () => {
  const app = TestApp.shared();

  it('has a CSP that blocks Stripe’s script', async () => {
    const { page } = await app.openAs(await Author.register(app.stack.url));
    const asked = await fakeStripe(page);
    await page.goto('/subscribe');
    await page.getByText('Sandbox: no money moves here.').waitFor();
    const isLoaded = await page.evaluate(
      `new Promise((resolve) => document.head.append(Object.assign(document.createElement('script'), { src: 'https://js.stripe.com/endive/stripe.js', onload: () => resolve(true), onerror: () => resolve(false) })))`,
    );
    expect([isLoaded, asked]).toEqual([false, []]);
    await page.context().close();
  });
});
