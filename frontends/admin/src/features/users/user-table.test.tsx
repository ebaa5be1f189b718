import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseOption } from '../../kit/testing/choose-option.ts';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import { userRow } from '../../kit/testing/user-row.ts';
import { UserTable } from './components/user-table.tsx';

let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  api.restore();
});
const ada = userRow();
const bo = userRow({
  id: 'u2',
  email: 'bo@example.org',
  firstName: 'Bo',
  lastName: 'Lind',
  plan: 'pro_monthly',
  planEndDate: '2001-01-01T00:00:00.000Z',
  isActive: true,
  monthlyBookLimit: null,
});
/** What the details have beyond the row, for a user without plan, stories and referrals. */
const freeDetails = {
  source: 'none',
  periodStart: null,
  periodEnd: null,
  storyCount: 0,
  referrals: { pending: 0, processed: 0, cancelled: 0 },
  payments: [],
};

function open(answers: Parameters<typeof fakeApi>[0] = {}, at = '/admin?tab=users') {
  api = fakeApi({ 'GET /api/admin/users': { body: [ada, bo] }, ...answers });
  return renderConsole(<UserTable renderPayments={() => null} />, at);
}
const requestsTo = (route = 'GET /api/admin/users') => api.requests.filter((request) => request.route === route);
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

it('requests the list of the address and shows the plan state that the server sends', async () => {
  open({}, '/admin?tab=users&q=li&plan=pro_monthly&state=active&sort=email');
  await screen.findByRole('button', { name: 'Bo Lind' });
  expect(Object.fromEntries(requestsTo()[0]?.query ?? [])).toEqual({
    q: 'li',
    plan: 'pro_monthly',
    state: 'active',
    sort: 'email',
  });
  expect(requestsTo()[0]?.headers.get('x-admin-token')).toBe('abc');
  expect(rowOf('Bo Lind').getByText('Active')).toBeTruthy();
  expect(rowOf('Bo Lind').getByText('1 of unlimited')).toBeTruthy();
  expect(rowOf('Ada Marsh').getByText('Inactive')).toBeTruthy();
  expect(rowOf('Ada Marsh').getByText('$0.12')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: /Email/ }).getAttribute('aria-sort')).toBe('ascending');
});

it('keeps sort, filter, search and page in the address and returns to the first page when they change', async () => {
  const { currentUrl } = open({
    'GET /api/admin/users': ({ query }) => ({
      body: query.get('cursor') === 'two' ? [bo] : [ada],
      headers: query.get('cursor') === 'two' ? {} : { Link: '</api/admin/users?cursor=two>; rel="next"' },
    }),
  });
  await screen.findByRole('button', { name: 'Ada Marsh' });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('button', { name: 'Bo Lind' });
  expect(currentUrl()).toContain('cursor=two');
  expect(screen.getByText(/Page 2/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await screen.findByRole('button', { name: 'Ada Marsh' });
  expect(currentUrl()).toBe('/admin?tab=users');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await userEvent.click(await screen.findByRole('columnheader', { name: /^Books(?! this month)/ }));
  await waitFor(() => expect(currentUrl()).toBe('/admin?tab=users&sort=-bookCount'));
  await chooseOption('Plan', 'Free');
  await userEvent.type(screen.getByLabelText('Search name or email'), 'ada');
  await waitFor(() => expect(currentUrl()).toBe('/admin?tab=users&sort=-bookCount&plan=free&q=ada'));
});

it('offers only the first page on a later page opened from a link', async () => {
  const { currentUrl } = open({}, '/admin?tab=users&cursor=far');
  await screen.findByText(/A later page/);
  await userEvent.click(screen.getByRole('button', { name: 'First page' }));
  await waitFor(() => expect(currentUrl()).toBe('/admin?tab=users'));
});

it('moves between rows by arrows, opens one on Enter and returns the focus to it on Escape', async () => {
  const { currentUrl } = open({
    'GET /api/admin/user/u2/details': {
      body: {
        ...bo,
        source: 'paid',
        periodStart: null,
        periodEnd: null,
        storyCount: 7,
        referrals: { pending: 1, processed: 2, cancelled: 0 },
        payments: [],
      },
    },
  });
  const first = await screen.findByRole('button', { name: 'Ada Marsh' });
  act(() => first.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Bo Lind');
  await userEvent.keyboard('{Enter}');
  await screen.findByText('2 processed, 1 pending, 0 cancelled');
  expect(currentUrl()).toBe('/admin?tab=users&row=u2');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(currentUrl()).toBe('/admin?tab=users'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bo Lind'));
});

it('falls back to the row when the details fail to load', async () => {
  open(
    {
      'GET /api/admin/user/u1/details': {
        status: 404,
        body: problemBody(404, 'auth.user_not_found', 'User Not Found'),
      },
    },
    '/admin?tab=users&row=u1',
  );
  await screen.findByText('The details could not be loaded. These are the values of the list.');
  expect(screen.getAllByText('ada@example.org').length).toBeGreaterThan(1);
});

it('shows storage by service, also when one service does not answer', async () => {
  const megabyte = 1024 * 1024;
  let tries = 0;
  const storage = {
    books: { used: 12.4 * megabyte, allowed: 200 * megabyte, deleted: megabyte },
    stories: null,
    aiResults: { used: 0, allowed: 50 * megabyte, deleted: 0 },
    files: { used: 3 * megabyte, allowed: 200 * megabyte, deleted: 0 },
  };
  open(
    {
      'GET /api/admin/user/u1/details': {
        body: {
          ...ada,
          ...freeDetails,
        },
      },
      'GET /api/admin/user/u1/storage': () =>
        (tries += 1) <= 2 ? { status: 503, body: problemBody(503, 'server.unavailable', 'busy') } : { body: storage },
    },
    '/admin?tab=users&row=u1',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  const bar = await screen.findByRole('meter', { name: 'Storage used by Books' });
  expect([bar.getAttribute('aria-valuetext'), bar.parentElement?.textContent]).toEqual([
    '12.4 MB of 200 MB',
    '12.4 MB of 200 MB1 MB deleted, not counted',
  ]);
  expect([screen.getByText('not available right now'), screen.getAllByRole('meter').length]).toEqual([
    expect.anything(),
    3,
  ]);
  expect(requestsTo('GET /api/admin/user/u1/storage')[0]?.headers.get('x-admin-token')).toBe('abc');
});

it('creates a user once all four fields are filled; a refusal keeps the values and marks the field', async () => {
  let tries = 0;
  open({
    'POST /api/admin/users': () =>
      (tries += 1) === 1
        ? {
            status: 400,
            body: problemBody(400, 'request.invalid', 'Please check the marked fields.', [
              { path: 'password', message: 'Password must be at least 6 characters' },
            ]),
          }
        : { status: 201, body: { ...ada, email: 'cy@example.org' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create user' }));
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create User' });
  for (const [label, text] of [
    ['First name', 'Cy'],
    ['Last name', 'Orr'],
    ['Email', 'cy@example.org'],
  ] as const)
    await userEvent.type(screen.getByLabelText(label), text);
  expect(create.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Password'), 'short');
  expect(create.disabled).toBe(false);
  await userEvent.click(create);
  await screen.findByText('Password must be at least 6 characters');
  expect(toasts.at(-1)).toEqual({
    title: 'Error',
    description: 'Please check the marked fields.',
    tone: 'destructive',
  });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('cy@example.org');
  await userEvent.dblClick(create);
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('User Created'));
  expect(requestsTo('POST /api/admin/users')).toHaveLength(2);
  expect(requestsTo('POST /api/admin/users')[1]?.body).toEqual({
    email: 'cy@example.org',
    password: 'short',
    firstName: 'Cy',
    lastName: 'Orr',
    plan: 'free',
  });
});

it.each([
  [
    'Create user',
    'Create User',
    'POST /api/admin/users',
    'Failed to create user',
    ['First name', 'Last name', 'Email', 'Password'],
  ],
  [
    'Reset password',
    'Reset Password',
    'POST /api/admin/reset-password',
    'Failed to reset password',
    ['Email', 'New password'],
  ],
] as const)(
  '%s shows the default message when the server does not answer',
  async (opener, button, route, sentence, fields) => {
    open({ [route]: new TypeError('Failed to fetch') });
    await userEvent.click(await screen.findByRole('button', { name: opener }));
    for (const label of fields) await userEvent.type(screen.getByLabelText(label), 'a@b.example');
    await userEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(toasts.at(-1)).toEqual({ title: 'Error', description: sentence, tone: 'destructive' }));
    expect(screen.getByRole('alert').textContent).toBe(sentence);
  },
);

it('changes plan, limit and credits and omits empty fields', async () => {
  let isUp = false;
  open(
    {
      'GET /api/admin/user/u1/details': new TypeError('Failed to fetch'),
      'POST /api/admin/update-user-plan': () => {
        if (!isUp) throw new TypeError('Failed to fetch');
        return { body: { message: 'The plan was updated.', user: {} } };
      },
    },
    '/admin?tab=users&row=u1',
  );
  const update = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update User' });
  expect(update.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Book credits'), '9');
  await userEvent.click(screen.getByLabelText('Unlimited books'));
  await userEvent.click(update);
  await waitFor(() =>
    expect(toasts.at(-1)).toEqual({ title: 'Error', description: 'Failed to update user plan', tone: 'destructive' }),
  );
  isUp = true;
  await userEvent.click(update);
  await waitFor(() => expect(toasts.at(-1)).toEqual({ title: 'Plan Updated', description: 'The plan was updated.' }));
  expect(requestsTo('POST /api/admin/update-user-plan')[0]?.body).toEqual({
    userId: 'u1',
    monthlyBookLimit: null,
    referralCredits: 9,
  });
  expect(requestsTo('POST /api/admin/update-user-plan')[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
});

it('shows changed credits and an AI reset once the admin service has received them', async () => {
  let received = ada;
  let readsSince = 0;
  const changeLater = (change: Partial<typeof ada>) => {
    readsSince = 0;
    pending = change;
  };
  let pending: Partial<typeof ada> = {};
  open(
    {
      // The change arrives by event: the second read after it still lacks it.
      'GET /api/admin/user/u1/details': () => {
        readsSince += 1;
        if (readsSince > 2) received = { ...received, ...pending };
        return { body: { ...received, ...freeDetails } };
      },
      'POST /api/admin/update-user-plan': () => {
        changeLater({ referralCredits: 9 });
        return { body: { message: 'The plan was updated.', user: { plan: 'free', planEndDate: null } } };
      },
      'POST /api/admin/reset-user-ai-usage': () => {
        changeLater({ lastOpenaiReset: '2026-03-01T10:00:00.000Z', openaiRequestsThisMonth: 0 });
        return { body: { message: 'Done.' } };
      },
    },
    '/admin?tab=users&row=u1',
  );
  const drawer = within(await screen.findByRole('dialog'));
  /** The value is in the row below its label. */
  const fact = (label: string) => {
    const cell = drawer.getByText(label, { selector: 'th *' }).closest('th');
    const values = cell?.parentElement?.nextElementSibling as HTMLTableRowElement | undefined;
    return values?.cells[cell?.cellIndex ?? 0]?.textContent;
  };
  await screen.findByText('AI requests this month');
  await userEvent.type(screen.getByLabelText('Book credits'), '9');
  expect([fact('Book credits'), fact('AI requests this month')]).toEqual(['4', '9']);
  await userEvent.click(screen.getByRole('button', { name: 'Update User' }));
  await waitFor(() => expect(fact('Book credits')).toBe('9'));
  await userEvent.click(screen.getByRole('button', { name: 'Reset AI usage' }));
  const question = within(await screen.findByRole('form', { name: 'Reset this month’s AI usage?' }));
  await userEvent.click(question.getByRole('button', { name: 'Reset AI usage' }));
  await waitFor(() => expect(fact('AI requests this month')).toBe('0'));
});

it.each([
  ['Reset AI usage', 'POST /api/admin/reset-user-ai-usage', 'Failed to reset AI usage', 'AI Usage Reset'],
  ['Reset all AI usage', 'POST /api/admin/reset-all-ai-usage', 'Failed to reset all AI usage', 'All AI Usage Reset'],
])('%s asks for confirmation', async (name, route, sentence, title) => {
  let isUp = false;
  open(
    {
      'GET /api/admin/user/u1/details': {
        status: 404,
        body: problemBody(404, 'auth.user_not_found', 'User Not Found'),
      },
      [route]: () => {
        if (!isUp) throw new TypeError('Failed to fetch');
        return { body: { message: 'Done.' } };
      },
    },
    '/admin?tab=users&row=u1',
  );
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(requestsTo(route)).toHaveLength(0);
  const confirm = within(await screen.findByRole('form', { name: /Reset .*usage\?/ })).getByRole('button', { name });
  await userEvent.click(confirm);
  await waitFor(() => expect(toasts.at(-1)?.description).toBe(sentence));
  isUp = true;
  await userEvent.click(confirm);
  await waitFor(() => expect(toasts.at(-1)).toEqual({ title, description: 'Done.' }));
  expect(requestsTo(route).at(-1)?.body).toEqual({ userId: 'u1' });
});

it('saves a named filter in this browser', async () => {
  const { currentUrl } = open({}, '/admin?tab=users&plan=pro_monthly&state=active');
  await userEvent.click(await screen.findByRole('button', { name: 'Save this filter' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Paying');
  await userEvent.click(screen.getByRole('button', { name: 'Save filter' }));
  await screen.findByRole('button', { name: 'Paying' });
  await chooseOption('Plan', 'All');
  await userEvent.click(screen.getByRole('button', { name: 'Paying' }));
  await waitFor(() => expect(currentUrl()).toBe('/admin?tab=users&state=active&plan=pro_monthly'));
  await userEvent.click(screen.getByRole('button', { name: 'Delete the filter Paying' }));
  expect(localStorage.getItem('inkbear-admin-filters')).toBeNull();
});
