import { limits, type PlanName, planNames, plans } from '@inkbear/contracts/plans';
import { counted } from '@inkbear/web-kit/counted.ts';
import { formatNumber, money } from '@inkbear/web-kit/format.ts';

const { free, pro_monthly: monthly, pro_oneoff: oneOff } = plans;
const days = `${limits.oneOffDays} days`;
const ideas = (plan: PlanName) =>
  plans[plan].ideaCallsPerMonth === null ? 'Fair use' : `${plans[plan].ideaCallsPerMonth} per calendar month in total`;
const coaching = (plan: PlanName) =>
  plans[plan].coachingPerMonth === 0 ? 'No' : `${plans[plan].coachingPerMonth} questions per calendar month`;
const yesOrNo = (has: boolean) => (has ? 'Yes' : 'No');
const afterMonthly = `No, except for ${limits.exportDaysAfterMonthly} days after a monthly plan ends`;

export const comparisonHead = ['What you get', ...planNames.map((plan) => plans[plan].title)];
/** The rows of the comparison: what is compared, then Free, Pro Monthly and Pro One-off. */
export const comparison: string[][] = [
  [
    'Price',
    money(free.price),
    `${money(monthly.price)} a month`,
    `${money(oneOff.price)} once, ${days}, then read-only`,
  ],
  [
    'Books',
    `${free.books} in total`,
    `${monthly.books} in each billing period`,
    counted(oneOff.books, 'additional book'),
  ],
  ['Titles, quizzes and outlines by AI', ...planNames.map(ideas)],
  [
    'Chapter AI: draft, rewrite, tone, expand, extend, polish',
    yesOrNo(free.chapterAi),
    yesOrNo(monthly.chapterAi),
    `${yesOrNo(oneOff.chapterAi)}, ${days}`,
  ],
  ['Writing coach', ...planNames.map(coaching)],
  ['Personal Stories', 'Read and edit those you have', yesOrNo(monthly.stories), `${yesOrNo(oneOff.stories)}, ${days}`],
  ['Whole book as PDF', afterMonthly, yesOrNo(monthly.bookExport), 'Always'],
  ['One chapter as PDF', afterMonthly, yesOrNo(monthly.chapterExport), days],
  ['Outline as PDF', 'Yes', 'Yes', 'Yes'],
  ['Writing without AI', 'Always', 'Always', `${days}, in the book created with this plan`],
  ['Download everything you wrote (a zip with Markdown and JSON)', 'Always', 'Always', 'Always'],
];

const times = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const { perBook, perChapter, perStory } = limits;
export const limitLines: string[] = [
  `Each book: ${times(perBook.title, 'title generation', 'title generations')} and ${times(perBook.outline, 'outline generation', 'outline generations')}.`,
  `Each chapter: ${times(perChapter.generate, 'generation', 'generations')}, ${times(perChapter.edit, 'whole-chapter edit', 'whole-chapter edits')} and ${times(perChapter.polish, 'polish', 'polishes')}. Edits of a selection are fair use.`,
  `Each story: ${times(perStory.generate, 'generation', 'generations')}, ${times(perStory.enhance, 'enhancement', 'enhancements')} and ${times(perStory.polish, 'polish', 'polishes')}.`,
  `AI writes at most ${formatNumber(limits.aiWordsPerBook)} words for one book. What you type yourself does not count.`,
  'Fair use has a daily ceiling that keeps one account from using up everyone’s share. We tell you when you reach it.',
];
