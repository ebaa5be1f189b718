import { afterEach, expect, it } from '@jest/globals';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import PromoTable from './promo-table.tsx';

let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
afterEach(() => {
  cleanup();
  api.restore();
});
const code = {
  id: 'p1',
  code: 'SPRING',
  description: '',
  discountType: 'percentage',
  discountValue: 25,
  maxUses: null,
  currentUses: 3,
  expiresAt: null,
  isExpired: false,
  isActive: true,
  createdAt: '2026-01-02T00:00:00.000Z',
};
const open = (answers: Parameters<typeof fakeApi>[0]) => {
  api = fakeApi({
    'GET /api/admin/promo-codes': { body: [code, { ...code, id: 'p2', code: 'OLD', isActive: false }] },
    ...answers,
  });
  renderConsole(<PromoTable />, '/admin?tab=promo-codes');
};
const sent = () => api.requests.filter(({ route }) => route === 'POST /api/admin/promo-codes');

it('creates a code; field errors are shown at their fields and a retry has the same idempotency key', async () => {
  let answers = 0;
  open({
    'POST /api/admin/promo-codes': () => {
      answers += 1;
      if (answers === 1)
        return {
          status: 400,
          body: problemBody(400, 'request.invalid', 'Please check the marked fields.', [
            { path: 'discountValue', message: 'Please enter at most 100 per cent' },
          ]),
        };
      if (answers === 2) throw new TypeError('Failed to fetch');
      return { status: 201, body: { ...code, code: 'AUTUMN' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New promo code' }));
  const make = screen.getByRole<HTMLButtonElement>('button', { name: 'Create promo code' });
  expect(make.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Code'), 'autumn');
  await userEvent.type(screen.getByLabelText('Per cent'), '250');
  await userEvent.type(screen.getByLabelText(/Maximum uses/), '10');
  await userEvent.click(make);
  await screen.findByText('Please enter at most 100 per cent');
  await userEvent.clear(screen.getByLabelText('Per cent'));
  await userEvent.type(screen.getByLabelText('Per cent'), '25');
  await userEvent.click(make);
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({ title: 'Error', description: 'Error creating promo code', tone: 'destructive' }),
  );
  await userEvent.click(make);
  await waitFor(() => expect(toasts.at(-1)).toEqual({ title: 'Promo Code Created', description: 'AUTUMN is active.' }));
  expect(sent().map(({ body }) => (body as { discountValue: number }).discountValue)).toEqual([250, 25, 25]);
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[1]).toBe(keys[2]);
  expect(keys[0]).not.toBe(keys[1]);
});

it('does not send a number of uses that is not a number', async () => {
  open({});
  await userEvent.click(await screen.findByRole('button', { name: 'New promo code' }));
  await userEvent.type(screen.getByLabelText('Code'), 'autumn');
  await userEvent.type(screen.getByLabelText('Per cent'), '25');
  await userEvent.type(screen.getByLabelText(/Maximum uses/), 'ten');
  await userEvent.click(screen.getByRole('button', { name: 'Create promo code' }));
  expect(screen.getByText('Please enter a whole number from 0 to 1,000,000')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('shows expired and used-up codes as such', async () => {
  open({
    'GET /api/admin/promo-codes': {
      body: [
        code,
        { ...code, id: 'p2', code: 'OVER', isExpired: true },
        { ...code, id: 'p3', code: 'FULL', maxUses: 3 },
        { ...code, id: 'p4', code: 'OFF', isActive: false, isExpired: true },
      ],
    },
  });
  await screen.findByRole('button', { name: 'SPRING' });
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getByText(/^(Active|Inactive|Expired|Used up)$/).textContent),
  ).toEqual(['Active', 'Expired', 'Used up', 'Inactive']);
});

it('activates and deactivates codes and reports failures', async () => {
  open({
    'PUT /api/admin/promo-codes/p1': new TypeError('Failed to fetch'),
    'PUT /api/admin/promo-codes/p2': { body: { ...code, code: 'OLD', isActive: true } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Deactivate SPRING' }));
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({ title: 'Error', description: 'Error updating promo code', tone: 'destructive' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Activate OLD' }));
  await waitFor(() => expect(toasts.at(-1)?.description).toBe('OLD is active.'));
  expect(api.requests.filter(({ route }) => route.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { isActive: false },
    { isActive: true },
  ]);
});
