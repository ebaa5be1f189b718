import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { importLimits } from '@inkbear/contracts/export/import';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { discardAfterSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import remote from '../remote.tsx';

let api: ReturnType<typeof fakeApi>;
let client: ReturnType<typeof createQueryClient>;
const toasts = collectToasts();
afterEach(async () => {
  cleanup();
  await discardAfterSignOut();
  api.restore();
  jest.useRealTimers();
  document.getElementById('inkbear-config')?.remove();
});

function Routes() {
  const { pathname } = useLocation();
  return (
    <>
      <p data-testid="path">{pathname}</p>
      {useRoutes([...(remote.routes as RouteObject[]), { path: '*', element: null }])}
    </>
  );
}
async function open(path: string, user: typeof fakeUser | null = null, more: Parameters<typeof fakeApi>[0] = {}) {
  api = fakeApi({
    ...more,
    'GET /api/user': user ? { body: user } : { status: 401, body: problemBody(401, 'auth.signed_out', '') },
  });
  client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Suspense>
          <Routes />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const heading = await screen.findByRole('heading', { level: 1 });
  if (client.getQueryCache().getAll().length > 0)
    await waitFor(() => expect(client.getQueryState(['user'])?.status).toBe('success'));
  return heading;
}
function configure(config: Record<string, string>) {
  const element = Object.assign(document.createElement('script'), {
    id: 'inkbear-config',
    type: 'application/json',
    textContent: JSON.stringify(config),
  });
  document.head.append(element);
}
const path = () => screen.getByTestId('path').textContent;
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it.each([
  ['/features', 'A quiet editor, and help when you ask for it', 'Features · Inkbear'],
  ['/pricing', 'Pricing', 'Pricing · Inkbear'],
  ['/knowledge', 'Knowledge and Tools Library', 'Knowledge · Inkbear'],
  ['/help', 'Publishing Guide', 'Publishing Guide · Inkbear'],
  ['/about', 'About Inkbear', 'About · Inkbear'],
  ['/contact', 'Contact Us', 'Contact · Inkbear'],
  ['/privacy-policy', 'Privacy Policy', 'Privacy Policy · Inkbear'],
  ['/cookie-policy', 'Cookie Policy', 'Cookie Policy · Inkbear'],
  ['/terms-of-service', 'Terms of Service', 'Terms of Service · Inkbear'],
])('%s has its heading and title and links only to existing pages', async (address, heading, title) => {
  expect((await open(address)).textContent).toBe(heading);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  await waitFor(() => expect(document.title).toBe(title));
  const known = [...remote.routes.map((route) => route.path), '/auth', '/dashboard', '/reviews', '/referrals'];
  for (const link of screen.queryAllByRole('link')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('https:'))
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    else expect(known).toContain(href);
  }
});

describe('/pricing', () => {
  it('compares the plans with the numbers of the plan table', async () => {
    await open('/pricing');
    const rows = within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows[0]).toEqual(['What you get', 'Free', 'Pro Monthly', 'Pro One-off']);
    expect(rows[1]).toEqual(['Price', '£0', '£12 a month', '£20 once, 30 days, then read-only']);
    expect(rows).toContainEqual(['Books', '1 in total', '2 in each billing period', '1 additional book']);
    expect(rows).toContainEqual([
      'Titles, quizzes and outlines by AI',
      '5 per calendar month in total',
      'Fair use',
      'Fair use',
    ]);
    expect(rows).toContainEqual([
      'Writing coach',
      'No',
      '5 questions per calendar month',
      '5 questions per calendar month',
    ]);
    expect(
      screen.getByText(
        'Each chapter: 1 generation, 2 whole-chapter edits and 2 polishes. Edits of a selection are fair use.',
      ),
    ).toBeDefined();
    expect(screen.getByText(/^AI writes at most 80,000 words/)).toBeDefined();
  });

  it('sends a visitor to sign up, and to the payment page with a toast for a paid plan', async () => {
    await open('/pricing');
    await userEvent.click(screen.getByRole('button', { name: 'Choose Pro Monthly' }));
    expect(toasts).toMatchObject([
      { title: 'Authentication Required', description: 'Please log in to upgrade your plan.' },
    ]);
    expect(path()).toBe('/subscribe');
    cleanup();
    api.restore();
    await open('/pricing');
    await userEvent.click(screen.getByRole('button', { name: 'Start free' }));
    expect(path()).toBe('/auth');
  });

  it('shows an author’s current plan with a link to manage it', async () => {
    await open('/pricing', fakeUser, {
      'GET /api/billing/subscription': {
        body: {
          plan: 'pro_oneoff',
          isActive: true,
          source: 'paid',
          planEndDate: '2026-12-21T12:00:00.000Z',
          subscription: null,
          canCancel: false,
          canOpenPortal: true,
          holds: ['pro_oneoff'],
        },
      },
    });
    const card = (await screen.findByText('Your current plan')).closest('article') as HTMLElement;
    expect(within(card).getByText('Full access until 21 December 2026, then read-only.')).toBeDefined();
    expect(within(card).getByRole('link', { name: 'Manage plan' }).getAttribute('href')).toBe(
      '/dashboard?billing=plan',
    );
    expect(screen.getByRole('button', { name: 'Choose Pro Monthly' })).toBeDefined();
  });

  it.each([
    ['Choose Pro Monthly', '/subscribe'],
    ['Choose Pro One-off', '/checkout'],
  ])('leads an author from %s to %s', async (name, address) => {
    await open('/pricing', fakeUser);
    await userEvent.click(screen.getByRole('button', { name }));
    expect(path()).toBe(address);
  });
});

it('/features links an author to each tool and a visitor to sign up', async () => {
  const names = ['Chapter drafts', 'Genre quiz', 'Personal Stories'];
  const addresses = () => names.map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  await open('/features', fakeUser);
  await waitFor(() => expect(addresses()).toEqual(['/dashboard', '/tools?tool=genre-quiz', '/personal-stories']));
  cleanup();
  await open('/features');
  expect(addresses()).toEqual(['/auth', '/auth', '/auth']);
});

it('/knowledge lists the export formats and lets an author download all words', async () => {
  await open('/knowledge', fakeUser);
  expect(screen.getByRole('link', { name: 'download them all' }).getAttribute('href')).toBe('/api/user/export');
  for (const format of ['PDF', 'Word \\(DOCX\\)', 'EPUB'])
    expect(screen.getByRole('row', { name: new RegExp(`^${format} Available, with Pro`) })).toBeDefined();
  expect(
    screen.getByRole('row', {
      name: /no longer accepts it\. For e-books it takes EPUB, DOCX and KPF today, and PDF for print\.$/,
    }),
  ).toBeDefined();
});

it.each([
  [9, null],
  [1234, 'Your first book is free. No card needed. Used by 1,234 authors.'],
])('the landing page counts %i authors', async (authors, text) => {
  await open('/', null, { 'GET /api/public-stats': { body: { authors } }, 'GET /api/reviews': { body: [] } });
  await waitFor(() => expect(client.getQueryState(['api', 'public-stats'])?.status).toBe('success'));
  const note = screen.getByText(/^Your first book is free/);
  expect(note.textContent).toBe(text ?? 'Your first book is free. No card needed.');
});

it('/help shows a support address only when there is one', async () => {
  await open('/help');
  expect(screen.queryByText(/Stuck\?/)).toBeNull();
  cleanup();
  configure({ supportEmail: 'help@example.org' });
  await open('/help');
  expect(screen.getByRole('link', { name: 'help@example.org' }).getAttribute('href')).toBe('mailto:help@example.org');
});

it('/help is read aloud step by step, with a message where the browser has no speech', async () => {
  await open('/help');
  await userEvent.click(screen.getByRole('button', { name: 'Listen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
  expect(toasts).toEqual([
    { title: 'Not Supported', description: 'Text-to-speech is not supported in your browser', tone: 'destructive' },
  ]);
  const spoken: { text: string; onend?: () => void }[] = [];
  Object.assign(window, {
    speechSynthesis: {
      speak: (utterance: { text: string }) => spoken.push(utterance),
      cancel: () => undefined,
      getVoices: () => [],
    },
    SpeechSynthesisUtterance: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
  const marked = () =>
    screen
      .getAllByRole('listitem')
      .find((item) => item.dataset['spoken'] !== undefined)
      ?.querySelector('h3')?.textContent;
  await userEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
  expect([spoken.at(-1)?.text, marked()]).toEqual(['Finish the text.', 'Finish the text']);
  while (marked() === 'Finish the text') act(() => spoken.at(-1)?.onend?.());
  expect([spoken.at(-1)?.text, marked()]).toEqual(['Fill in the book’s details.', 'Fill in the book’s details']);
  await userEvent.click(screen.getByRole('button', { name: 'Listen' }));
  expect(marked()).toBe('Fill in the book’s details');
});

it('/about has its sections and two links', async () => {
  await open('/about');
  expect(headings()).toEqual([
    'Our Mission',
    'Our Vision',
    'Our Story',
    'Our Values',
    'Why Choose Inkbear',
    'Begin with one page',
  ]);
  for (const term of [
    'Human-Centered AI',
    'Accessibility',
    'Quality First',
    'Professional Quality',
    'Streamlined Process',
  ])
    expect(screen.getByText(term)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Get Started Free' }).getAttribute('href')).toBe('/auth');
  expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact');
});

describe('/contact', () => {
  it('simulates sending for a second, keeps the fields and shows a real address', async () => {
    configure({ supportEmail: 'help@example.org', businessEmail: 'business@example.org' });
    await open('/contact');
    const calls = api.requests.length;
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    for (const label of ['Name', 'Email', 'Subject', 'Message'])
      expect(screen.getByLabelText<HTMLInputElement>(label).required).toBe(true);
    expect(email.type).toBe('email');
    fireEvent.change(name, { target: { value: 'Ada' } });
    jest.useFakeTimers();
    fireEvent.submit(name.form as HTMLFormElement);
    expect(screen.getByRole('button', { name: 'Sending...' }).hasAttribute('disabled')).toBe(true);
    act(() => {
      jest.advanceTimersByTime(999);
    });
    expect(toasts).toEqual([]);
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(toasts).toEqual([{ title: 'Message Sent!', description: "We'll get back to you within 24 hours." }]);
    expect(name.value).toBe('Ada');
    expect(api.requests).toHaveLength(calls);
    expect(screen.getByText(/does not deliver messages yet/).textContent).toContain('write to help@example.org');
    expect(screen.getByText(/^Business:/).textContent).toBe('Business: business@example.org');
    expect(screen.queryByText(/^Technical:/)).toBeNull();
  });

  it('shows response times and office hours', async () => {
    await open('/contact');
    for (const row of [
      'General support 24 hours',
      'Technical questions 12 hours',
      'Business 48 hours',
      'Monday to Friday 9:00–18:00 GMT',
      'Saturday 10:00–16:00 GMT',
      'Sunday Closed',
    ])
      expect(screen.getByRole('row', { name: row })).toBeDefined();
  });
});

it('the legal pages list the cookies, the prices, the export days and the governing law', async () => {
  await open('/privacy-policy');
  expect(screen.getByRole('link', { name: 'Cookie Policy' }).getAttribute('href')).toBe('/cookie-policy');
  expect(screen.getByText(/^Manuscript files that you upload/).textContent).toContain(`for ${importLimits.days} days`);
  cleanup();
  await open('/cookie-policy');
  for (const cookie of [
    /^inkbear_session .*For the session/,
    /^inkbear_device .*One year$/,
    /^inkbear_consent /,
    /^Preferences .*30 days$/,
  ])
    expect(screen.getByRole('row', { name: cookie })).toBeDefined();
  cleanup();
  await open('/terms-of-service');
  expect(
    screen.getByText(
      /costs £12 per month .* costs £20 once, with 30 days of full access for one book, then read-only\.$/,
    ),
  ).toBeDefined();
  expect(
    screen.getByText(/You can export chapters and books as PDF for 30 days after a monthly plan ends\./),
  ).toBeDefined();
  expect(screen.getByText(/governed by the law of the United Kingdom/)).toBeDefined();
});

describe('ReviewsSection', () => {
  const review = {
    id: '01a1ff86-e6a7-7641-a1a7-8dfe77367965',
    rating: 4,
    title: 'It stayed out of the way',
    content: 'I finished.',
    bookTitle: 'The Salt Road',
    isVerified: true,
    createdAt: '2026-03-09T23:30:00.000Z',
  };
  const section = () => within(screen.getByRole('region', { name: 'What authors say' }));

  it('shows stars, badge, book and a long date, and no form to a visitor', async () => {
    await open('/', null, {
      'GET /api/reviews': {
        body: [review, { ...review, id: '01a1ff86-e6a7-7641-a1a7-8dfe77367966', bookTitle: null, isVerified: false }],
      },
    });
    const cards = await section().findAllByRole('article');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'VerifiedIt stayed out of the wayI finished.The Salt Road9 March 2026',
      'It stayed out of the wayI finished.9 March 2026',
    ]);
    expect(within(cards[0] as HTMLElement).getByRole('img', { name: '4 of 5 stars' })).toBeDefined();
    expect(section().queryByRole('button', { name: 'Write Review' })).toBeNull();
  });

  it('shows a note without reviews, and a retry when they fail to load', async () => {
    await open('/', null, { 'GET /api/reviews': { body: [] } });
    expect(await section().findByText(/^Nobody has written a review yet/)).toBeDefined();
    cleanup();
    api.restore();
    await open('/', null, { 'GET /api/reviews': { status: 503, body: problemBody(503, 'server.unavailable', '') } });
    expect(await section().findByRole('button', { name: 'Try again' })).toBeDefined();
  });

  const write = async (answer: Parameters<typeof fakeApi>[0][string]) => {
    await open('/', fakeUser, { 'GET /api/reviews': { body: [] }, 'POST /api/reviews': answer });
    await userEvent.click(await section().findByRole('button', { name: 'Write Review' }));
    await userEvent.click(screen.getByRole('radio', { name: '3 stars' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Calm');
    await userEvent.type(screen.getByRole('textbox', { name: 'Review' }), 'I finished.');
    await userEvent.click(screen.getByRole('button', { name: 'Submit Review' }));
  };
  const sent = () => api.requests.filter(({ route }) => route === 'POST /api/reviews').map(({ body }) => body);

  it('submits an author’s review without asking for an address', async () => {
    await write({ status: 201, body: { ...review, state: 'pending' } });
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: 'Review Submitted', description: 'Thank you! Your review is pending approval and will appear soon.' },
      ]),
    );
    expect(sent()).toEqual([{ rating: 3, title: 'Calm', content: 'I finished.' }]);
    expect(screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }).open).toBe(false);
  });

  it.each([
    [500, 'Failed to submit review. Please try again.'],
    [409, 'You have already reviewed this book.'],
  ])('keeps what was typed when sending fails with %i', async (status, description) => {
    await write(
      status === 409 ? { status, body: problemBody(409, 'reviews.already_sent', description) } : { status, body: '' },
    );
    await waitFor(() => expect(toasts).toEqual([{ title: 'Submission Failed', description, tone: 'destructive' }]));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Calm');
    expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
    cleanup();
    api.restore();
    await open('/', fakeUser, { 'GET /api/reviews': { body: [] } });
    await userEvent.click(await section().findByRole('button', { name: 'Write Review' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Review' }).value).toBe('I finished.');
  });
});
