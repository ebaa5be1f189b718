import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { sessionHint } from '@inkbear/web-kit/session-hint.ts';
import { guardUnpersisted } from '@inkbear/web-kit/page-unload.ts';
import { guardSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { closeToast, showToast } from '@inkbear/web-kit/toast.ts';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserRouter, Link, useSearchParams } from 'react-router-dom';
import type { RemoteManifest } from '@inkbear/web-kit/remote-contract.ts';
import { AppError } from './app-error.tsx';

const loadRemote = jest.fn<(id: string) => Promise<unknown>>();
jest.unstable_mockModule('@module-federation/runtime', () => ({
  loadRemote,
  registerRemotes: jest.fn(),
  registerPlugins: jest.fn(),
  registerGlobalPlugins: jest.fn(),
}));

let App: typeof import('./app.tsx').App;
let appRoutes: typeof import('./router.tsx').appRoutes;
let clearLoadedRemotes: typeof import('../platform/remotes/remote-entries.ts').clearLoadedRemotes;
beforeAll(async () => {
  ({ App } = await import('./app.tsx'));
  ({ appRoutes } = await import('./router.tsx'));
  ({ clearLoadedRemotes } = await import('../platform/remotes/remote-entries.ts'));
  const { registerManifests } = await import('../platform/remotes/manifests.ts');
  registerManifests(manifests);
});

const signedOut = { status: 401, body: problemBody(401, 'auth.signed_out', '') };
const page = (path: string, text: string) => ({ default: { routes: [{ path, Component: () => <p>{text}</p> }] } });
const manifests: Record<string, RemoteManifest> = {
  marketing: {
    pages: ['/', '/features', '/pricing', '/cookies'].map((path) => ({ path })),
    roles: { contact: '/write-to-us', 'cookie-policy': '/cookies' },
    redirects: { '/old-features': '/features#all' },
    navigation: [
      { menu: 'signed-out', order: 10, label: 'Home', to: '/' },
      { menu: 'signed-out', order: 20, label: 'Features', to: '/features' },
      { menu: 'signed-in', order: 10, label: 'Home', to: '/' },
    ],
  },
  author: {
    pages: [
      { path: '/dashboard', access: 'session', reads: ['/api/books'] },
      { path: '/book/:id', access: 'session', isFullHeight: true, reads: ['/api/books/:id'] },
      { path: '/story/:id', access: 'session', isFullHeight: true },
    ],
    roles: { home: '/dashboard', plan: '/dashboard?billing=plan' },
    // After the entries of the other remote in the menu, although this remote may be registered first.
    navigation: [
      { menu: 'signed-in', order: 50, label: 'Dashboard', to: '/dashboard' },
      { menu: 'account', order: 10, label: 'Invite a writer', to: '/referrals' },
    ],
  },
};
let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  loadRemote.mockImplementation((id) =>
    Promise.resolve(id.startsWith('author') ? page('/dashboard', 'the dashboard') : page('/', 'the landing page')),
  );
});
afterEach(() => {
  jest.useRealTimers();
  cleanup();
  api.restore();
  jest.restoreAllMocks();
  loadRemote.mockReset();
  clearLoadedRemotes();
});

async function open(path: string, user: typeof fakeUser | null, more: Parameters<typeof fakeApi>[0] = {}) {
  api = fakeApi({
    'GET /api/user': user ? { body: user } : signedOut,
    'GET /api/site-logo': { body: { url: null, isActive: false } },
    ...more,
  });
  if (user) sessionHint.set();
  else sessionHint.remove();
  window.history.replaceState(null, '', path);
  await act(async () => {
    const client = createQueryClient();
    render(<App router={createBrowserRouter(appRoutes(client))} client={client} />);
  });
}
const mainLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

describe('the navigation bar', () => {
  it('links a visitor to the public pages and to Sign In', async () => {
    await open('/', null);
    await screen.findByText('the landing page');
    expect(mainLinks()).toEqual(['Home /', 'Features /features']);
    expect(screen.getAllByRole('link', { name: 'Sign In' })[0]?.getAttribute('href')).toBe('/auth');
    expect(screen.getByText('AI Tools for Smarter, Faster Book Publishing', { selector: 'a *' })).toBeDefined();
  });

  it('links an author to the dashboard, and has a menu with name, e-mail and logout', async () => {
    await open('/', fakeUser);
    await waitFor(() => expect(mainLinks()).toEqual(['Home /', 'Dashboard /dashboard']));
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Your account/ }));
    const menu = document.getElementById(
      screen.getByRole('button', { name: /^Your account/ }).getAttribute('aria-controls') ?? '',
    ) as HTMLElement;
    expect(within(menu).getByText('Ada Marsh')).toBeDefined();
    expect(within(menu).getByText('ada@example.org')).toBeDefined();
    expect(within(menu).getByRole('link', { name: 'Invite a writer' }).getAttribute('href')).toBe('/referrals');
  });

  it('loads the plan when the menu is opened, and links to its management', async () => {
    const subscription = {
      status: 'past_due',
      amount: 1200,
      currency: 'gbp',
      renewsAt: null,
      cancelAtPeriodEnd: false,
      endsAt: null,
      graceUntil: '2026-12-28T12:00:00.000Z',
    };
    await open('/', fakeUser, {
      'GET /api/billing/subscription': {
        body: {
          plan: 'pro_monthly',
          isActive: true,
          source: 'paid',
          planEndDate: subscription.graceUntil,
          subscription,
          canCancel: true,
          canOpenPortal: true,
          holds: ['pro_monthly'],
        },
      },
    });
    await screen.findByRole('button', { name: /^Your account/ });
    expect(api.requests.some(({ route }) => route === 'GET /api/billing/subscription')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: /^Your account/ }));
    expect((await screen.findByRole('link', { name: /^Pro Monthly plan/ })).getAttribute('href')).toBe(
      '/dashboard?billing=plan',
    );
    expect(screen.getByText('Your card was declined. You keep access until 28 December 2026.')).toBeDefined();
  });

  it('logs out with a busy state, and opens the sign-in page', async () => {
    let finish: (() => void) | undefined;
    await open('/', fakeUser, {
      'POST /api/auth/logout': () =>
        new Promise((resolve) => {
          finish = () => resolve({ body: { message: 'bye' } });
        }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Your account/ }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Log out' })[0] as HTMLElement);
    expect((await screen.findAllByRole('button', { name: 'Logging out...' })).length).toBeGreaterThan(0);
    await waitFor(() => expect(finish).toBeDefined());
    await act(async () => finish?.());
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(window.location.pathname).toBe('/auth');
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('shows why a logout failed, and stays on the page', async () => {
    await open('/', fakeUser, {
      'POST /api/auth/logout': { status: 503, body: problemBody(503, 'server.unavailable', 'Try again in a moment.') },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Your account/ }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Log out' })[0] as HTMLElement);
    await screen.findByText('Logout failed');
    expect(screen.getByText('Try again in a moment.')).toBeDefined();
    expect(window.location.pathname).toBe('/');
  });

  it('shows an active custom logo, and hides one that fails to load', async () => {
    await open('/', null, { 'GET /api/site-logo': { body: { url: '/logo.webp', isActive: true } } });
    const logo = (await screen.findAllByAltText('Inkbear'))[0] as HTMLElement;
    expect(logo.getAttribute('src')).toBe('/logo.webp');
    const brand = logo.closest('a') as HTMLElement;
    act(() => {
      logo.dispatchEvent(new Event('error'));
    });
    expect(within(brand).queryByAltText('Inkbear')).toBeNull();
  });
});

describe('pages', () => {
  it('redirect a visitor to sign in and back when they need a session', async () => {
    await open('/book/7?tab=settings', null);
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(window.location.pathname + window.location.search).toBe('/auth?next=%2Fbook%2F7%3Ftab%3Dsettings');
    expect(loadRemote).not.toHaveBeenCalled();
  });

  it('replace a protected URL in the history, so that Back does not lead to it again', async () => {
    const before = window.history.length;
    await open('/book/7', null);
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(window.history.length).toBe(before);
  });

  it('have no return URL after a sign-out', async () => {
    await open('/dashboard', fakeUser, {
      'POST /api/auth/logout': { body: { message: 'bye' } },
      'GET /api/books': { body: [] },
    });
    await screen.findByText('the dashboard');
    await userEvent.click(await screen.findByRole('button', { name: /^Your account/ }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Log out' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(window.location.pathname + window.location.search).toBe('/auth');
  });

  it('are linked by their names in the manifests, and replace the addresses of earlier releases', async () => {
    await open('/auth', null);
    expect((await screen.findByRole('link', { name: 'contact us' })).getAttribute('href')).toBe('/write-to-us');
    cleanup();
    await open('/old-features', null);
    expect((await screen.findByRole('link', { name: 'Cookie Policy' })).getAttribute('href')).toBe('/cookies');
    await waitFor(() => expect(window.location.pathname + window.location.hash).toBe('/features#all'));
  });

  it('show 404 for an unknown path', async () => {
    await open('/nowhere', null);
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined();
    expect(screen.getByText("The page you're looking for doesn't exist.")).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/');
  });

  it('leave the shell working when their remote is unavailable, and load on Retry', async () => {
    loadRemote.mockRejectedValueOnce(new Error('404'));
    await open('/', null);
    await screen.findByText('This page could not be loaded');
    expect(mainLinks()).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('the landing page');
  });

  it('are retried for 30 s when files are missing; then Reload is offered once everything is saved', async () => {
    jest.useFakeTimers();
    let isSaved = false;
    const removeGuard = guardSignOut({ save: () => Promise.resolve(isSaved), discard: () => Promise.resolve() });
    // In small steps, because React renders only at the end of each step.
    const pass = async (ms: number) => {
      for (let passed = 0; passed <= ms; passed += 500)
        await act(() => jest.advanceTimersByTimeAsync(passed === 0 ? 0 : 500));
    };
    const buttons = () =>
      within(screen.getByRole('alert'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    loadRemote.mockRejectedValue(new Error('404'));
    await open('/', null);
    await pass(0);
    const notice = screen.getByText('This page could not be loaded');
    await pass(29_000);
    const tries = loadRemote.mock.calls.length;
    expect([tries >= 10, notice.isConnected, buttons()]).toEqual([true, true, ['Retry']]);
    await pass(10_000);
    expect([buttons(), loadRemote.mock.calls.length - tries <= 2]).toEqual([['Retry'], true]);
    isSaved = true;
    await pass(2000);
    expect(buttons()).toEqual(['Reload', 'Retry']);
    loadRemote.mockResolvedValue(page('/', 'the landing page'));
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click());
    await pass(500);
    expect([screen.queryByRole('alert'), screen.getByText('the landing page').isConnected]).toEqual([null, true]);
    removeGuard();
  });

  it('load automatically once a missing script is back', async () => {
    jest.useFakeTimers();
    let isGone = true;
    const lazy = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (isGone) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
      return { default: () => <p>the lazy page</p> };
    };
    // In steps shorter than a load, because React renders only at the end of each step.
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 50) await act(() => jest.advanceTimersByTimeAsync(50));
    };
    loadRemote.mockResolvedValue({ default: { routes: [{ path: '/', lazy }] } });
    await open('/', null);
    await pass(5000);
    expect(screen.getByText('This page could not be loaded').isConnected).toBe(true);
    isGone = false;
    await pass(2500);
    expect([screen.queryByRole('alert'), screen.getByText('the lazy page').isConnected]).toEqual([null, true]);
  });

  it('are rendered again on Retry when rendering has thrown', async () => {
    let isBroken = true;
    const Page = () => {
      if (isBroken) throw new Error('broken');
      return <p>the page</p>;
    };
    loadRemote.mockResolvedValue({ default: { routes: [{ path: '/', Component: Page }] } });
    await open('/', null);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('This page could not be shown').isConnected).toBe(true);
    expect(mainLinks()).toHaveLength(2);
    isBroken = false;
    // Outside of `act`, which would batch the router's states into one render, unlike a browser.
    retry.click();
    expect(await screen.findByText('the page')).toBeDefined();
  });

  it('are reported only with the visitor’s consent, which is requested once and can be changed', async () => {
    const views = () => api.requests.filter(({ route }) => route === 'POST /api/page-views').map(({ body }) => body);
    await open('/nowhere', null, { 'POST /api/page-views': { status: 204 } });
    expect(views()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    expect([document.cookie, screen.queryByRole('complementary', { name: 'Visit statistics' }), views()]).toEqual([
      expect.stringContaining('inkbear_consent=no'),
      null,
      [],
    ]);
    cleanup();
    await open('/cookies', null, { 'POST /api/page-views': { status: 204 } });
    expect(screen.getByText(/You asked us not to count/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(views()).toEqual([{ path: '/cookies' }]));
    expect(screen.getByRole('button', { name: 'Yes' }).hasAttribute('disabled')).toBe(true);
    document.cookie = 'inkbear_consent=; max-age=0';
  });
});

describe('navigation', () => {
  const home = { path: '/', Component: () => <Link to="/pricing">To the prices</Link> };
  const twoPages = { default: { routes: [home, { path: '/pricing', Component: () => <h1>Prices</h1> }] } };

  it('moves the focus into the new page, unless the page has set the focus itself', async () => {
    loadRemote.mockResolvedValue(twoPages);
    await open('/', null);
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(await screen.findByRole('link', { name: 'To the prices' }));
    await screen.findByRole('heading', { name: 'Prices' });
    expect(document.activeElement?.id).toBe('content');
    loadRemote.mockResolvedValue({ default: { routes: [] } });
    await userEvent.click(screen.getAllByRole('link', { name: 'Sign In' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(screen.getByRole('main').contains(document.activeElement)).toBe(true);
  });

  it('moves the focus into the content when another view of the page removes the focused element', async () => {
    const Views = () => {
      const [search, setSearch] = useSearchParams();
      return search.has('view') ? (
        <button onClick={() => setSearch({ view: 'third' })}>{search.get('view')}</button>
      ) : (
        <Link to="?view=second">To the second view</Link>
      );
    };
    loadRemote.mockResolvedValue({ default: { routes: [{ path: '/', Component: Views }] } });
    await open('/', null);
    await userEvent.click(await screen.findByRole('link', { name: 'To the second view' }));
    await screen.findByRole('button', { name: 'second' });
    expect(document.activeElement?.id).toBe('content');
    await userEvent.click(screen.getByRole('button', { name: 'second' }));
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'third' }));
  });

  it('asks for confirmation while unsaved work exists only on the page', async () => {
    let isAtRisk = true;
    const stop = guardUnpersisted(() => isAtRisk);
    loadRemote.mockResolvedValue(twoPages);
    await open('/', null);
    const link = await screen.findByRole('link', { name: 'To the prices' });
    const dialog = () => screen.queryByRole('dialog', { name: 'Your latest changes are only on this page' });
    await userEvent.click(link);
    expect([window.location.pathname, dialog() !== null]).toEqual(['/', true]);
    await userEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
    expect([window.location.pathname, dialog()]).toEqual(['/', null]);
    await userEvent.click(link);
    await userEvent.click(screen.getByRole('button', { name: 'Leave this page' }));
    await screen.findByRole('heading', { name: 'Prices' });
    isAtRisk = false;
    await userEvent.click(screen.getAllByRole('link', { name: 'Sign In' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Welcome back' });
    stop();
  });

  it('asks about the latest navigation when Back is pressed twice', async () => {
    let isAtRisk = false;
    const stop = guardUnpersisted(() => isAtRisk);
    loadRemote.mockResolvedValue(twoPages);
    await open('/', null);
    await userEvent.click(await screen.findByRole('link', { name: 'To the prices' }));
    await screen.findByRole('heading', { name: 'Prices' });
    isAtRisk = true;
    for (let presses = 0; presses < 2; presses += 1) {
      await act(async () => {
        window.history.back();
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
      expect(window.location.pathname).toBe('/pricing');
    }
    await userEvent.click(screen.getByRole('button', { name: 'Leave this page' }));
    expect(await screen.findByRole('link', { name: 'To the prices' })).toBeDefined();
    stop();
  });

  it.each(['#50%', '#%E0%A4%A'])('ignores the hash %s, which is not valid percent-encoding', async (hash) => {
    await open(`/${hash}`, null);
    expect(await screen.findByText('the landing page')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
  });

  it('shows no footer on a page that fills the window', async () => {
    const headings = { '/story/:id': 'A story', '/book/:id': 'A book', '/dashboard': 'Books' };
    const routes = Object.entries(headings).map(([path, heading]) => ({ path, Component: () => <h1>{heading}</h1> }));
    loadRemote.mockResolvedValue({ default: { routes } });
    for (const [path, heading, footers] of [
      ['/story/7', 'A story', 0],
      ['/book/7', 'A book', 0],
      ['/dashboard', 'Books', 1],
    ] as const) {
      await open(path, fakeUser);
      await screen.findByRole('heading', { name: heading });
      expect([path, screen.queryAllByRole('contentinfo').length]).toEqual([path, footers]);
      cleanup();
      clearLoadedRemotes();
    }
  });
});

it('closeToast closes exactly the toast that it is given', async () => {
  await open('/', null);
  const [first, second] = [{ title: 'Deleted' }, { title: 'Deleted' }];
  act(() => showToast(first));
  act(() => showToast(second));
  act(() => closeToast(first));
  expect(screen.getByText('Deleted')).toBeDefined();
  act(() => closeToast(second));
  expect(screen.queryByText('Deleted')).toBeNull();
});

it('AppError offers to reload the page', async () => {
  api = fakeApi({});
  const reload = jest.fn();
  render(<AppError reload={reload} />);
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeDefined();
  expect(screen.getByText('Please refresh the page to try again.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(reload).toHaveBeenCalledTimes(1);
});
