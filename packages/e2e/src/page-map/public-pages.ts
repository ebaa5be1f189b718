import { planCards, prices } from './plan-cards.ts';
import {
  signedInAudiences,
  forEachAudience,
  mergeExpectations,
  type Audience,
  rowsFor,
  type PageRow,
  type PageExpectation,
} from './page-row.ts';

const withPlanCards = (more: Partial<Record<Audience, PageExpectation>>): Partial<Record<Audience, PageExpectation>> =>
  Object.fromEntries(
    Object.entries(planCards).map(([audience, card]) => [
      audience,
      mergeExpectations(card, more[audience as Audience] ?? {}),
    ]),
  );
const visitorAndFree: readonly Audience[] = ['visitor', 'free'];

/** Pages that everybody may read, with the differences between audiences. */
export const publicPages: readonly PageRow[] = [
  ...rowsFor(
    '/',
    mergeExpectations(prices, {
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
    withPlanCards({
      visitor: { hides: ['Write Review'] },
      ...forEachAudience(signedInAudiences, { buttons: ['Write Review'] }),
    }),
  ),
  ...rowsFor(
    '/features',
    mergeExpectations(prices, {
      heading: 'A quiet editor, and help when you ask for it',
      shows: ['Tools', 'Professional features'],
      links: { 'See pricing': '/pricing' },
    }),
    withPlanCards({
      visitor: { links: { 'Start writing': '/auth', 'Title generator': '/auth', 'Personal Stories': '/auth' } },
      ...forEachAudience(signedInAudiences, {
        links: {
          'Start writing': '/dashboard',
          'Title generator': '/tools?tool=title-generator',
          'Personal Stories': '/personal-stories',
        },
      }),
    }),
  ),
  ...rowsFor(
    '/pricing',
    mergeExpectations(prices, {
      heading: 'Pricing',
      shows: [
        'Compare the plans',
        '1 in total',
        '2 in each billing period',
        '5 per calendar month in total',
        'No, except for 30 days after a monthly plan ends',
        /^AI writes at most 80,000 words for one book\./,
      ],
    }),
    withPlanCards({}),
  ),
  ...rowsFor(
    '/knowledge',
    {
      heading: 'Knowledge and Tools Library',
      shows: ['Available, with Pro', 'Not offered', /^Kindle Direct Publishing no longer accepts it\./],
      links: { 'Read the Publishing Guide': '/help' },
    },
    {
      visitor: { links: { 'sign in': '/auth' }, hides: ['download them all'] },
      ...forEachAudience(signedInAudiences, { links: { 'download them all': '/api/user/export' }, hides: ['sign in'] }),
    },
  ),
  ...rowsFor(
    '/help',
    {
      heading: 'Publishing Guide',
      shows: ['Step by step', 'Where to publish'],
      links: { 'See the features': '/features', Reviews: '/reviews', 'invite a writer': '/referrals' },
      buttons: ['Listen'],
    },
    {},
    visitorAndFree,
  ),
  ...rowsFor(
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
    visitorAndFree,
  ),
  ...rowsFor(
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
    visitorAndFree,
  ),
  ...rowsFor(
    '/privacy-policy',
    { heading: 'Privacy Policy', shows: ['What we keep', 'Your rights'], links: { 'Cookie Policy': '/cookie-policy' } },
    {},
    visitorAndFree,
  ),
  ...rowsFor(
    '/cookie-policy',
    {
      heading: 'Cookie Policy',
      shows: ['inkbear_session', 'For the session; at most 7 days', 'inkbear_device', 'inkbear_consent', '30 days'],
    },
    {},
    visitorAndFree,
  ),
  ...rowsFor(
    '/terms-of-service',
    {
      heading: 'Terms of Service',
      shows: [
        /Pro Monthly costs £12 per month [^£]* Pro One-off costs £20 once, with 30 days of full access for one book/,
        /You can export chapters and books as PDF for 30 days after a monthly plan ends\./,
        /governed by the law of the United Kingdom/,
        'Each book: 5 title generations and 3 outline generations.',
        /1 generation, 2 whole-chapter edits and 2 polishes/,
      ],
      links: { 'Contact us': '/contact' },
    },
    {},
    visitorAndFree,
  ),
  ...rowsFor(
    '/reviews',
    { heading: 'Write your book. Keep your voice.', redirectsTo: '/#reviews', shows: ['What authors say'] },
    {},
    visitorAndFree,
  ),
  ...rowsFor('/nowhere', {
    heading: '404 Page Not Found',
    shows: ["The page you're looking for doesn't exist."],
    links: { 'Return Home': '/' },
  }),
  ...rowsFor('/register', { heading: '404 Page Not Found' }, {}, ['visitor']),
];
