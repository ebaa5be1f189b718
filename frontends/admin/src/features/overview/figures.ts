import type { Analytics } from '@inkbear/contracts/admin/analytics';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { formatDollars, formatPounds } from '../../kit/format.ts';

export type FigureName = keyof Analytics;
export interface Figure {
  readonly name: FigureName;
  readonly title: string;
  /** What exactly is counted. */
  readonly note: string;
  readonly format: (value: number) => string;
  /** The shorter format of the chart's axis. */
  readonly axis: (value: number) => string;
}

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const count = { format: formatNumber, axis: (value: number) => compact.format(value) };
const pounds = { format: formatPounds, axis: (value: number) => `£${compact.format(value)}` };
const dollars = { format: formatDollars, axis: (value: number) => `$${compact.format(value)}` };

/** The twelve figures of the overview, in their order. */
export const figures: readonly Figure[] = [
  { name: 'totalUsers', title: 'Users', note: 'Accounts, excluding closed ones', ...count },
  { name: 'newUsersThisMonth', title: 'New users this month', note: 'Accounts created in the month', ...count },
  { name: 'activeProPlans', title: 'Active Pro plans', note: 'Paid and granted', ...count },
  { name: 'monthlyRevenue', title: 'Revenue this month', note: 'Payments, less refunds and lost disputes', ...pounds },
  { name: 'totalBooks', title: 'Books', note: 'Excluding those in the trash', ...count },
  { name: 'booksThisMonth', title: 'Books this month', note: 'Books created in the month', ...count },
  { name: 'totalCostThisMonth', title: 'AI cost this month', note: 'What providers charge, in US dollars', ...dollars },
  { name: 'totalTokensUsed', title: 'AI tokens', note: 'Tokens read and written by models', ...count },
  { name: 'totalRequestsThisMonth', title: 'AI requests this month', note: 'Calls to a model', ...count },
  { name: 'totalReferrals', title: 'Referrals', note: 'People who signed up through a referral link', ...count },
  { name: 'pendingCredits', title: 'Pending credits', note: 'Awarded after seven days and a paid month', ...count },
  { name: 'creditsPaid', title: 'Credits awarded', note: 'Book credits, counted for both accounts', ...count },
];

export const findFigure = (name: string | null): Figure =>
  figures.find((figure) => figure.name === name) ?? (figures[0] as Figure);
