import type { Page } from 'playwright-core';

export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Your Writing Dashboard' }).waitFor();
}

/** Waits until the dashboard's four summary cards show these values. */
export async function expectCards(page: Page, plan: 'Free' | 'Pro', total = '1'): Promise<void> {
  await expectFact(page, 'Total Books', total);
  await expectFact(page, 'Plan Status', plan);
  await expectFact(page, 'AI Tools', 'Active');
  await expectFact(page, 'Community', 'Coming Soon');
}

async function expectFact(page: Page, label: string, value: string): Promise<void> {
  const fact = page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
  await fact.and(page.locator('dd', { hasText: new RegExp(`^${value}$`) })).waitFor();
}
