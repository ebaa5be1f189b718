import { afterEach, expect, it } from '@jest/globals';
import { fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseOption } from '../../kit/testing/choose-option.ts';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import ReferralTable from './referral-table.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const referral = {
  id: 'f1',
  referrerEmail: null,
  referredEmail: 'bo@example.org',
  status: 'cancelled',
  cancelReason: 'same_person',
  creditsAwarded: 1,
  eligibleDate: '2026-01-09T00:00:00.000Z',
  processedAt: null,
  createdAt: '2026-01-02T00:00:00.000Z',
};

it('shows the outcome of each referral and filters by status', async () => {
  api = fakeApi({
    'GET /api/admin/referrals': ({ query }) => ({ body: query.get('status') === 'pending' ? [] : [referral] }),
  });
  const { currentUrl } = renderConsole(<ReferralTable />, '/admin?tab=referrals');
  const row = within(await screen.findByRole('row', { name: /bo@example.org/ }));
  expect(row.getByText('Erased account')).toBeTruthy();
  expect(row.getByText('Both are the same person')).toBeTruthy();
  await chooseOption('Status', 'Pending');
  await waitFor(() => expect(currentUrl()).toBe('/admin?tab=referrals&status=pending'));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the filter' }));
  await screen.findByRole('row', { name: /bo@example.org/ });
  expect(currentUrl()).toBe('/admin?tab=referrals');
});
