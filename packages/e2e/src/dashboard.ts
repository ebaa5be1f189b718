import type { Page } from 'playwright-core';

export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Your Writing Dashboard' }).waitFor();
}

/** The four cards on top of it. */
export async function cardsAre(page: Page, plan: 'Free' | 'Pro', total = '1'): Promise<void> {
  await factIs(page, 'Total Books', total);
  await factIs(page, 'Plan Status', plan);
  await factIs(page, 'AI Tools', 'Active');
  await factIs(page, 'Community', 'Coming Soon');
}

async function factIs(page: Page, label: string, value: string): Promise<void> {
  const fact = page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');
  await fact.and(page.locator('dd', { hasText: new RegExp(`^${value}$`) })).waitFor();
}
