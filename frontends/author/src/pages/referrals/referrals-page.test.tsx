import { afterEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import ReferralsPage from './referrals-page.tsx';

const at = '2026-01-01T00:00:00.000Z';
const summary = {
  referralCode: 'BEAR7',
  totalReferrals: 9,
  pendingReferrals: 4,
  processedReferrals: 3,
  totalCredits: 2,
  asOf: '2036-05-01T12:00:00.000Z',
  recentReferrals: [
    { id: 'r1', status: 'processed', eligibleDate: at, createdAt: at, creditsAwarded: 1 },
    { id: 'r2', status: 'pending', eligibleDate: '2036-05-04T12:00:00.000Z', createdAt: at, creditsAwarded: 1 },
    { id: 'r3', status: 'cancelled', eligibleDate: at, createdAt: at, creditsAwarded: 1 },
  ],
};
const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
function open(answers: Parameters<typeof fakeApi>[0]) {
  api = fakeApi({ 'GET /api/user': { body: fakeUser }, 'GET /api/user/referrals': { body: summary }, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ReferralsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('ReferralsPage', () => {
  it('asks a visitor to sign in and sends no request', async () => {
    open({ 'GET /api/user': { status: 401, body: problemBody(401, 'auth.signed_out', '') } });
    await screen.findByRole('heading', { name: 'Sign in to access referrals' });
    expect(screen.getByText('Create an account to start earning referral credits')).toBeDefined();
    expect(api.requests.map(({ route }) => route)).toEqual(['GET /api/user']);
    expect(screen.getByText(/^Credits do not expire\./)).toBeDefined();
  });

  it('shows the link, four numbers and the state of each referral', async () => {
    open({});
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Your referral link' })).value).toBe(
      'http://localhost/auth?ref=BEAR7',
    );
    expect(
      ['Total referrals', 'Pending', 'Processed', 'Credits earned'].map(
        (label) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent,
      ),
    ).toEqual(['9', '4', '3', '2']);
    const recent = within(screen.getByRole('region', { name: 'Recent referrals' }));
    expect(recent.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Confirmed1 book credit for each of you/),
      expect.stringMatching(/^PendingEligible on 4 May 2036 · 3 days remaining/),
      expect.stringMatching(/^CancelledNo credit for this referral/),
    ]);
    for (const [name, start] of [
      ['Twitter', 'https://twitter.com/'],
      ['Facebook', 'https://www.facebook.com/'],
      ['LinkedIn', 'https://www.linkedin.com/'],
      ['Email', 'mailto:'],
    ] as const) {
      const href = screen.getByRole('link', { name }).getAttribute('href') ?? '';
      expect(href.startsWith(start)).toBe(true);
      expect(decodeURIComponent(href)).toContain('http://localhost/?ref=BEAR7');
    }
  });

  it('copies the link with a toast and a tick for two seconds', async () => {
    const user = userEvent.setup();
    open({});
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('http://localhost/auth?ref=BEAR7');
    expect(toasts).toEqual([{ title: 'Copied!', description: 'Referral link copied to clipboard' }]);
    const began = Date.now();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined());
    expect(Date.now() - began).toBeGreaterThan(1500);
  });

  it('retries when the server does not answer', async () => {
    let tries = 0;
    open({
      'GET /api/user/referrals': () =>
        (tries += 1) <= 2
          ? { status: 503, body: problemBody(503, 'server.unavailable', 'busy') }
          : { body: { ...summary, recentReferrals: [] } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Nobody yet\./);
  });
});
