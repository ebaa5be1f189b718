import type { Audience, PageExpectation } from './page-row.ts';

const current = 'Your current plan';
const monthly = 'Choose Pro Monthly';
const oneOff = 'Choose Pro One-off';
const manage = { 'Manage plan': '/dashboard?billing=plan' };

export const prices: PageExpectation = { shows: ['£0', 'forever', '£12', 'per month', '£20', 'one-time'] };

/** The state of the three plan cards for each audience, on every page that shows them. */
export const planCards: Readonly<Record<Audience, PageExpectation>> = {
  visitor: { buttons: ['Start free', monthly, oneOff], hides: [current, 'Manage plan'] },
  free: {
    shows: [current],
    buttons: [monthly, oneOff],
    hides: ['Start free', 'Manage plan'],
    links: { 'Go to your dashboard': '/dashboard' },
  },
  monthly: {
    shows: [current, /^Renews on \d+ \w+ \d{4} for £12\.$/],
    buttons: [oneOff],
    hides: [monthly, 'Start free'],
    links: manage,
  },
  'one-off': {
    shows: [current, /^Full access until \d+ \w+ \d{4}, then read-only\.$/],
    buttons: [monthly],
    hides: [oneOff, 'Start free'],
    links: manage,
  },
  lapsed: {
    shows: [
      /^Your 30 days ended on \d+ \w+ \d{4}\. If you buy One-off again, you can edit its book for another 30 days and create one more\.$/,
    ],
    buttons: [monthly, oneOff],
    hides: [current, 'Manage plan'],
  },
};
