import { offers, prices } from './offers.ts';
import { authors, each, join, type Kind, page, type PageRow, type Saying } from './page-row.ts';

const withOffers = (more: Partial<Record<Kind, Saying>>): Partial<Record<Kind, Saying>> =>
  Object.fromEntries(Object.entries(offers).map(([kind, offer]) => [kind, join(offer, more[kind as Kind] ?? {})]));
const two: readonly Kind[] = ['visitor', 'free'];

/** What everybody may read, and what differs with who reads it. */
export const publicPages: readonly PageRow[] = [
  ...page(
    '/',
    join(prices, {
      heading: 'Write your book. Keep your voice.',
      shows: ['Demo', 'What authors say', 'AI Tools for Smarter, Faster Book Publishing'],
      hides: [/Used by \d/],
      links: {
        'Start writing': '/dashboard',
        'See the features': '/features',
        'Upgrade to Pro': '/pricing',
        'Learn more about Personal Stories': '/features',
        'Invite a writer': '/referrals',
      },
    }),
    withOffers({ visitor: { hides: ['Write Review'] }, ...each(authors, { buttons: ['Write Review'] }) }),
  ),
  ...page(
    '/features',
    join(prices, {
      heading: 'A quiet editor, and help when you ask for it',
      shows: ['Tools', 'Professional features'],
      links: { 'See pricing': '/pricing' },
    }),
    withOffers({
      visitor: { links: { 'Start writing': '/auth', 'Title generator': '/auth', 'Personal Stories': '/auth' } },
      ...each(authors, {
        links: {
          'Start writing': '/dashboard',
          'Title generator': '/tools?tool=title-generator',
          'Personal Stories': '/personal-stories',
        },
      }),
    }),
  ),
  ...page(
    '/pricing',
    join(prices, {
      heading: 'Pricing',
      shows: [
        'Compare the plans',
        '1 in total',
        '2 in each billing period',
        '5 a calendar month together',
        'No; for 30 days after a monthly plan ends',
        /^AI writes at most 80,000 words for one book\./,
      ],
    }),
    withOffers({}),
  ),
  ...page(
    '/knowledge',
    {
      heading: 'Knowledge and Tools Library',
      shows: ['Available, with Pro', 'No direct export', /^Kindle Direct Publishing no longer accepts it\./],
      links: { 'Read the Publishing Guide': '/help' },
    },
    {
      visitor: { links: { 'sign in': '/auth' }, hides: ['download them all'] },
      ...each(authors, { links: { 'download them all': '/api/user/export' }, hides: ['sign in'] }),
    },
  ),
  ...page(
    '/help',
    {
      heading: 'Publishing Guide',
      shows: ['Step by step', 'Where to publish'],
      links: { 'See the features': '/features', Reviews: '/reviews', 'invite a writer': '/referrals' },
      buttons: ['Listen'],
    },
    {},
    two,
  ),
  ...page(
    '/about',
    {
      heading: 'About Inkbear',
      shows: [
        'Our Mission',
        'Our Vision',
        'Our Story',
        'Our Values',
        'Human-Centered AI',
        'Accessibility',
        'Quality First',
        /^Why Choose/,
        'Professional Quality',
        'Streamlined Process',
      ],
      links: { 'Get Started Free': '/auth', 'Contact Us': '/contact' },
    },
    {},
    two,
  ),
  ...page(
    '/contact',
    {
      heading: 'Contact Us',
      shows: [
        'Name',
        'Email',
        'Subject',
        'Message',
        '24 hours',
        '12 hours',
        '48 hours',
        'Monday to Friday',
        '9:00–18:00 GMT',
        '10:00–16:00 GMT',
        'Closed',
      ],
      links: { 'Publishing Guide': '/help', 'Knowledge Library': '/knowledge' },
      buttons: ['Send Message'],
    },
    {},
    two,
  ),
  ...page(
    '/privacy-policy',
    { heading: 'Privacy Policy', shows: ['What we keep', 'Your rights'], links: { 'Cookie Policy': '/cookie-policy' } },
    {},
    two,
  ),
  ...page(
    '/cookie-policy',
    {
      heading: 'Cookie Policy',
      shows: ['inkbear_session', 'For the session; at most 7 days', 'inkbear_device', 'inkbear_consent', '30 days'],
    },
    {},
    two,
  ),
  ...page(
    '/terms-of-service',
    {
      heading: 'Terms of Service',
      shows: [
        /Pro Monthly costs £12 per month .* Pro One-off costs £20 once, with 30 days of full access for one book/,
        /Content export as PDF is allowed for 30 days after a monthly plan ends\./,
        /governed by the law of the United Kingdom/,
        'Each book: 5 title generations and 3 outline generations.',
        /1 generation, 2 whole-chapter edits and 2 polishes/,
      ],
      links: { 'Contact us': '/contact' },
    },
    {},
    two,
  ),
  ...page(
    '/reviews',
    { heading: 'Write your book. Keep your voice.', endsAt: '/#reviews', shows: ['What authors say'] },
    {},
    two,
  ),
  ...page('/nowhere', {
    heading: '404 Page Not Found',
    shows: ["The page you're looking for doesn't exist."],
    links: { 'Return Home': '/' },
  }),
  ...page('/register', { heading: '404 Page Not Found' }, {}, ['visitor']),
];
