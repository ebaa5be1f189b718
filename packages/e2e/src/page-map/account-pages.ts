import {
  signedInAudiences,
  forEachAudience,
  type Audience,
  rowsFor,
  type PageRow,
  type PageExpectation,
} from './page-row.ts';

const redirectsToSignIn = (address: string): PageExpectation => ({
  heading: 'Welcome back',
  redirectsTo: `/auth?next=${encodeURIComponent(address)}`,
});
const sandbox = 'Sandbox: no money moves here.';
const alreadyPaid: PageExpectation = {
  shows: ['Nothing to pay'],
  hides: [sandbox],
  links: { 'Go to the dashboard': '/dashboard' },
};
const canPay = (price: string): PageExpectation => ({
  shows: ['To pay now', sandbox],
  buttons: [`Pay ${price}`],
  hides: ['Nothing to pay'],
});
const paymentPage = (address: string, heading: string, price: string, payers: readonly Audience[]): PageRow[] =>
  rowsFor(
    address,
    { heading },
    { ...forEachAudience(signedInAudiences, alreadyPaid), ...forEachAudience(payers, canPay(price)) },
    signedInAudiences,
  );
const sessionPages = [
  '/dashboard',
  '/book/1',
  '/book/1/corkboard',
  '/full-chapter?id=1&bookId=2',
  '/trash',
  '/import',
  '/import/1/plan',
  '/personal-stories',
  '/story/1',
  '/account',
  '/subscribe',
  '/checkout',
];

/** Pages that need an account, the sign-in pages and the admin pages. */
export const accountPages: readonly PageRow[] = [
  ...sessionPages.flatMap((address) => rowsFor(address, redirectsToSignIn(address), {}, ['visitor'])),
  ...rowsFor(
    '/auth',
    {},
    {
      visitor: {
        heading: 'Welcome back',
        shows: [/^Forgotten your password\? Our support team can set a new one for you:/],
        links: { 'contact us': '/contact' },
        buttons: ['Sign In', 'Create an account'],
      },
      ...forEachAudience(signedInAudiences, { heading: 'Write your book. Keep your voice.', redirectsTo: '/' }),
    },
  ),
  ...rowsFor(
    '/auth?ref=K7M2',
    { heading: 'Create your account', buttons: ['Create Account', 'Sign in'], hides: [/^Forgotten your password/] },
    {},
    ['visitor'],
  ),
  ...rowsFor(
    '/referrals',
    {
      heading: 'Invite a writer',
      shows: ['How it works', 'You and the writer who signs up with your link or code each get 1 book credit.'],
    },
    {
      visitor: {
        shows: ['Sign in to access referrals', 'Create an account to start earning referral credits'],
        hides: ['Your referral link', 'Credits earned'],
      },
      ...forEachAudience(signedInAudiences, {
        shows: ['Your referral link', 'Total referrals', 'Pending', 'Processed', 'Credits earned', 'Recent referrals'],
        buttons: ['Copy link'],
        hides: ['Sign in to access referrals'],
      }),
    },
  ),
  ...paymentPage('/subscribe', 'Pro Monthly', '£12', ['free', 'one-off', 'lapsed']),
  ...paymentPage('/checkout', 'Pro One-off', '£20', ['free', 'monthly', 'lapsed']),
  ...rowsFor(
    '/account',
    {
      heading: 'Your account',
      shows: ['Your words', 'Close your account', /^We keep all your data for 30 days\./],
      links: { 'Download them all': '/api/user/export' },
      buttons: ['Close account'],
    },
    {},
    signedInAudiences,
  ),
  ...rowsFor(
    '/trash',
    { heading: 'Trash', shows: ['The trash is empty'], links: { 'Back to your books': '/dashboard' } },
    {},
    signedInAudiences,
  ),
  ...rowsFor(
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
          /^Your 30 days ended on .*\. Books created with it are read-only and can still be exported\./,
        ],
        hides: ['Upgrade for Access'],
        links: { 'See plans': '/pricing' },
      },
    },
    signedInAudiences,
  ),
  ...rowsFor(
    '/admin',
    { heading: 'Admin', redirectsTo: '/admin/login', shows: ['Admin password'], buttons: ['Log in'] },
    {},
    ['visitor', 'monthly'],
  ),
  ...rowsFor(
    '/logo-upload',
    { heading: 'Logo upload', shows: ['PNG, JPG or SVG, at most 5 MB.'], buttons: ['Upload Logo', 'Clear'] },
    {},
    ['visitor', 'monthly'],
  ),
  ...rowsFor(
    '/direct-upload',
    { heading: 'Direct logo upload', shows: [/^No navigation restrictions/], buttons: ['Upload Logo', 'Clear'] },
    {},
    ['visitor', 'monthly'],
  ),
];
