import { limits, type PlanName, plans } from '@inkbear/contracts/plans';
import { money } from '@inkbear/web-kit/format.ts';

export interface PlanDescription {
  plan: PlanName;
  title: string;
  price: string;
  per: string;
  lead: string;
  points: string[];
  action: string;
}

const books = (count: number) => (count === 1 ? 'One complete book' : `${count} full books`);

/** The texts of the three plans; every number comes from the plan table. */
export const planDescriptions: PlanDescription[] = [
  {
    plan: 'free',
    title: plans.free.title,
    price: money(plans.free.price),
    per: 'forever',
    lead: 'Find out whether you like writing here.',
    action: 'Start free',
    points: [
      `${books(plans.free.books)}, without AI writing`,
      `${plans.free.ideaCallsPerMonth} AI titles, quizzes or outlines a month`,
      'Plot starter, tips, names and style check',
      'Outline as PDF, and all your words at any time',
    ],
  },
  {
    plan: 'pro_monthly',
    title: plans.pro_monthly.title,
    price: money(plans.pro_monthly.price),
    per: 'per month',
    lead: 'For people who write every week.',
    action: 'Choose Pro Monthly',
    points: [
      `${books(plans.pro_monthly.books)} a month`,
      'All AI writing tools for every chapter',
      `${plans.pro_monthly.coachingPerMonth} writing coach questions a month`,
      'Personal Stories',
      'Print-ready PDF of books and chapters',
      'Cancel anytime',
    ],
  },
  {
    plan: 'pro_oneoff',
    title: plans.pro_oneoff.title,
    price: money(plans.pro_oneoff.price),
    per: 'one-time',
    lead: 'For the one book you must finish.',
    action: 'Choose Pro One-off',
    points: [
      books(plans.pro_oneoff.books),
      `Everything in Pro for ${limits.oneOffDays} days`,
      'Then read-only; the whole book can always be exported',
    ],
  },
];
