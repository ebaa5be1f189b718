import { authors, each, type Kind, page, type PageRow, type Saying } from './page-row.ts';

const asksToSignIn = (address: string): Saying => ({
  heading: 'Welcome back',
  endsAt: `/auth?next=${encodeURIComponent(address)}`,
});
const sandbox = 'Sandbox: no money moves here.';
const paid: Saying = { shows: ['Nothing to pay'], hides: [sandbox], links: { 'To the dashboard': '/dashboard' } };
const pays = (price: string): Saying => ({
  shows: ['To pay now', sandbox],
  buttons: [`Pay ${price}`],
  hides: ['Nothing to pay'],
});
const paying = (address: string, heading: string, price: string, who: readonly Kind[]): PageRow[] =>
  page(address, { heading }, { ...each(authors, paid), ...each(who, pays(price)) }, authors);
const forSession = [
  '/dashboard',
  '/book/1',
  '/full-chapter?id=1&bookId=2',
  '/trash',
  '/personal-stories',
  '/story/1',
  '/account',
  '/subscribe',
  '/checkout',
];

/** What needs an account, what one makes it with, and what an admin alone may use. */
export const ownPages: readonly PageRow[] = [
  ...forSession.flatMap((address) => page(address, asksToSignIn(address), {}, ['visitor'])),
  ...page(
    '/auth',
    {},
    {
      visitor: {
        heading: 'Welcome back',
        shows: [/^Forgotten your password\? Our support sets a new one for you:/],
        links: { 'contact us': '/contact' },
        buttons: ['Sign In', 'Create an account'],
      },
      ...each(authors, { heading: 'Write your book. Keep your voice.', endsAt: '/' }),
    },
  ),
  ...page(
    '/auth?ref=K7M2',
    { heading: 'Create your account', buttons: ['Create Account', 'Sign in'], hides: [/^Forgotten your password/] },
    {},
    ['visitor'],
  ),
  ...page(
    '/referrals',
    {
      heading: 'Invite a writer',
      shows: ['How it works', 'Each of you gets 1 book credit: you, and the writer who came by your link or code.'],
    },
    {
      visitor: {
        shows: ['Sign in to access referrals', 'Create an account to start earning referral credits'],
        hides: ['Your referral link', 'Credits earned'],
      },
      ...each(authors, {
        shows: ['Your referral link', 'Total referrals', 'Pending', 'Processed', 'Credits earned', 'Recent referrals'],
        buttons: ['Copy link'],
        hides: ['Sign in to access referrals'],
      }),
    },
  ),
  ...paying('/subscribe', 'Pro Monthly', '£12', ['free', 'one-off', 'lapsed']),
  ...paying('/checkout', 'Pro One-off', '£20', ['free', 'monthly', 'lapsed']),
  ...page(
    '/account',
    {
      heading: 'Your account',
      shows: ['Your words', 'Close your account', /^Everything of yours waits 30 days\./],
      links: { 'Download them all': '/api/user/export' },
      buttons: ['Close account'],
    },
    {},
    authors,
  ),
  ...page(
    '/trash',
    { heading: 'Trash', shows: ['The trash is empty'], links: { 'Back to your books': '/dashboard' } },
    {},
    authors,
  ),
  ...page(
    '/dashboard',
    {
      heading: 'Your Writing Dashboard',
      shows: ['Total Books', 'AI Tools', 'Active', 'Community', 'Coming Soon', 'Your Books'],
      links: { 'Your plan': '/dashboard?billing=plan' },
    },
    {
      free: { shows: ['Free', 'Upgrade for Access'] },
      monthly: { shows: ['Pro', 'Pro Monthly'], hides: ['Upgrade for Access'] },
      'one-off': { shows: ['Pro', /^One-off until \d+ \w+$/], hides: ['Upgrade for Access'] },
      lapsed: {
        shows: [
          'Pro',
          'Pro One-off, ended',
          /^Your 30 days ended on .*\. Books made under it are read-only and can still be exported\./,
        ],
        hides: ['Upgrade for Access'],
        links: { 'See plans': '/pricing' },
      },
    },
    authors,
  ),
  ...page('/admin', { heading: 'Admin', endsAt: '/admin/login', shows: ['Admin password'], buttons: ['Log in'] }, {}, [
    'visitor',
    'monthly',
  ]),
  ...page(
    '/logo-upload',
    { heading: 'Logo upload', shows: ['PNG, JPG or SVG, at most 5 MB.'], buttons: ['Upload Logo', 'Clear'] },
    {},
    ['visitor', 'monthly'],
  ),
  ...page(
    '/direct-upload',
    { heading: 'Direct logo upload', shows: [/^No navigation restrictions/], buttons: ['Upload Logo', 'Clear'] },
    {},
    ['visitor', 'monthly'],
  ),
];
