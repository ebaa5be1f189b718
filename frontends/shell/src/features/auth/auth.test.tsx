import { afterEach, describe, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { onToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import AuthPage from '../../pages/auth-page.tsx';
import { useStoreReferralCode } from './hooks/use-store-referral-code.ts';
import { storedReferralCode } from './stored-referral-code.ts';
import { initialsOf } from '../../platform/display-name.ts';

const signedOut = { status: 401, body: problemBody(401, 'auth.signed_out', '') };
let api: ReturnType<typeof fakeApi>;
let stop = () => {};
let toasts: Toast[] = [];
afterEach(() => {
  cleanup();
  localStorage.clear();
  api.restore();
  stop();
});

function CurrentPath() {
  useStoreReferralCode();
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(path: string, answers: Parameters<typeof fakeApi>[0] = {}) {
  toasts = [];
  stop = onToast((value) => toasts.push(value));
  api = fakeApi({ 'GET /api/user': signedOut, ...answers });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <CurrentPath />
        {path.startsWith('/auth') && <AuthOnly />}
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const AuthOnly = () => (useLocation().pathname === '/auth' ? <AuthPage /> : null);
const noteOf = (label: string) => {
  const id = screen.getByLabelText(label, { exact: false }).getAttribute('aria-describedby');
  return id === null ? null : document.getElementById(id)?.textContent;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('signing in', () => {
  it('shows errors at their fields, and removes each once the field is valid', async () => {
    open('/auth');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@');
    await press('Sign In');
    expect(noteOf('Email')).toBe('Please enter a valid email address');
    expect(noteOf('Password')).toBe('Password must be at least 6 characters');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await userEvent.type(screen.getByLabelText('Email'), 'example.org');
    expect(noteOf('Email')).toBeNull();
    expect(api.requests.some(({ route }) => route.startsWith('POST'))).toBe(false);
  });

  it('shows a toast and opens the requested page', async () => {
    open('/auth?next=%2Fbook%2F7', { 'POST /api/auth/login': { body: fakeUser } });
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    await press('Sign In');
    await screen.findByText('/book/7');
    expect(toasts.map(({ title }) => title)).toEqual(['Welcome back!']);
  });

  it.each([
    [
      'the server’s message',
      { status: 429, body: problemBody(429, 'auth.too_many_tries', 'Too many failed sign-ins.') },
      'Too many failed sign-ins.',
    ],
    ['the default message without one from the server', { status: 502, body: 'gateway' }, 'Invalid email or password'],
    ['a hint without a network', new TypeError('Failed to fetch'), 'Please check your credentials and try again'],
  ])('shows %s when it fails', async (_name, answer, text) => {
    open('/auth', { 'POST /api/auth/login': answer });
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    await press('Sign In');
    await screen.findByRole('button', { name: 'Sign In' });
    expect(toasts.at(-1)).toMatchObject({ description: text, tone: 'destructive' });
  });

  it('redirects a user who is signed in already', async () => {
    open('/auth', { 'GET /api/user': { body: fakeUser } });
    await screen.findByText('/');
  });
});

describe('creating an account', () => {
  it('requires names, too', async () => {
    open('/auth');
    await press('Create an account');
    await press('Create Account');
    expect(noteOf('First name')).toBe('First name is required');
    expect(noteOf('Last name')).toBe('Last name is required');
    expect(noteOf('Email')).toBe('Please enter a valid email address');
    expect(noteOf('Password')).toBe('Password must be at least 6 characters');
    expect(noteOf('Referral code')).toBeNull();
  });

  it('sends the referral code of the URL and opens the home page', async () => {
    open('/auth?ref=BEAR7', { 'POST /api/auth/register': { status: 201, body: fakeUser } });
    await userEvent.type(screen.getByLabelText('First name'), 'Ada');
    await userEvent.type(screen.getByLabelText('Last name'), 'Marsh');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    await press('Create Account');
    await screen.findByText('/');
    expect(api.requests.at(-1)?.body).toEqual({
      email: 'ada@example.org',
      password: 'secret words',
      firstName: 'Ada',
      lastName: 'Marsh',
      referralCode: 'BEAR7',
    });
    expect(toasts[0]).toEqual({
      title: 'Account created!',
      description: 'Your free account is ready. Start writing your first book!',
    });
  });

  it('stores a referral code from the URL of any page until it is used', async () => {
    open('/features?ref=BEAR7');
    expect(storedReferralCode.read()).toBe('BEAR7');
    cleanup();
    api.restore();
    open('/auth', { 'POST /api/auth/register': { status: 201, body: { ...fakeUser, referralAccepted: true } } });
    await press('Create an account');
    expect(screen.getByLabelText<HTMLInputElement>('Referral code', { exact: false }).value).toBe('BEAR7');
    for (const [label, value] of [
      ['First name', 'A'],
      ['Last name', 'M'],
      ['Email', 'a@example.org'],
      ['Password', 'violet otter'],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), value);
    await press('Create Account');
    await screen.findByText('/');
    expect(api.requests.at(-1)?.body).toMatchObject({ referralCode: 'BEAR7' });
    expect(storedReferralCode.read()).toBe('');
  });

  it('keeps the newest code for 30 days, and ignores malformed stored values', () => {
    const day = 86_400_000;
    storedReferralCode.save('OLD1', 0);
    storedReferralCode.save('BEAR7', 0);
    storedReferralCode.save('  ', 0);
    expect([storedReferralCode.read(30 * day - 1), storedReferralCode.read(30 * day)]).toEqual(['BEAR7', '']);
    for (const text of ['{', '7', '{"code":7,"until":9}']) {
      localStorage.setItem('inkbear-invitation', text);
      expect(storedReferralCode.read(0)).toBe('');
    }
  });

  it('succeeds with an unknown code and shows that it was not used', async () => {
    open('/auth?ref=NOBODY', {
      'POST /api/auth/register': { status: 201, body: { ...fakeUser, referralAccepted: false } },
    });
    for (const [label, value] of [
      ['First name', 'A'],
      ['Last name', 'M'],
      ['Email', 'a@example.org'],
      ['Password', 'violet otter'],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), value);
    await press('Create Account');
    await screen.findByText('/');
    expect(toasts[0]).toMatchObject({
      title: 'Account created!',
      description:
        'Your free account is ready. Start writing your first book! The referral code was not recognised, so it was not used.',
    });
  });

  it('shows a field error of the server at its field', async () => {
    const text = 'This password is too easy to guess. Please choose another one';
    open('/auth?ref=x', {
      'POST /api/auth/register': {
        status: 400,
        body: problemBody(400, 'request.invalid', 'Please check the marked fields.', [
          { path: 'password', message: text },
        ]),
      },
    });
    for (const [label, value] of [
      ['First name', 'A'],
      ['Last name', 'M'],
      ['Email', 'a@example.org'],
      ['Password', 'password'],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), value);
    await press('Create Account');
    await screen.findByText(text);
    expect(noteOf('Password')).toBe(text);
  });
});

it.each([
  [{ firstName: 'Ada', lastName: 'Marsh', email: 'x@example.org' }, 'AM'],
  [{ firstName: 'Ada', lastName: '', email: 'x@example.org' }, 'A'],
  [{ firstName: '', lastName: '', email: 'x@example.org' }, 'X'],
  [{ firstName: '', lastName: '', email: '' }, 'U'],
])('the avatar of %j shows %s', (person, initials) => {
  expect(initialsOf(person)).toBe(initials);
});
