import * as adminAiUsage from './admin/ai-usage.ts';
import * as adminAnalytics from './admin/analytics.ts';
import * as adminAudit from './admin/audit.ts';
import * as adminLogo from './admin/logo.ts';
import * as adminSession from './admin/session.ts';
import * as adminSite from './admin/site.ts';
import * as adminStories from './admin/stories.ts';
import * as adminUsers from './admin/users.ts';
import * as aiContext from './ai/context.ts';
import * as aiIdeas from './ai/ideas.ts';
import * as aiLimit from './ai/limit.ts';
import * as aiReading from './ai/reading.ts';
import * as aiStyle from './ai/style.ts';
import * as aiSummary from './ai/summary.ts';
import * as aiUsageReset from './ai/usage-reset.ts';
import * as aiWriting from './ai/writing.ts';
import * as account from './auth/account.ts';
import * as authInternal from './auth/internal.ts';
import * as bible from './bible/bible.ts';
import * as finding from './bible/finding.ts';
import * as bibleInternal from './bible/internal.ts';
import * as bibleMentions from './bible/mentions.ts';
import * as bibleSuggestion from './bible/suggestion.ts';
import * as billing from './billing/billing.ts';
import * as promoCode from './billing/promo-code.ts';
import * as purchase from './billing/purchase.ts';
import * as book from './books/book.ts';
import * as chapter from './books/chapter.ts';
import * as design from './books/design.ts';
import * as bookImport from './books/import.ts';
import * as booksInternal from './books/internal.ts';
import * as matter from './books/matter.ts';
import * as bookProgress from './books/progress.ts';
import * as provenance from './books/provenance.ts';
import * as revision from './books/revision.ts';
import * as scene from './books/scene.ts';
import * as styleSheet from './books/style-sheet.ts';
import * as voice from './books/voice.ts';
import * as cover from './export/cover.ts';
import * as edition from './export/edition.ts';
import * as exports from './export/export.ts';
import * as manuscriptImport from './export/import.ts';
import * as importFile from './export/import-file.ts';
import { outboxRoutes } from './outbox.ts';
import * as adminReferral from './referrals/admin-referral.ts';
import * as referral from './referrals/referral.ts';
import * as moderation from './reviews/moderation.ts';
import * as review from './reviews/review.ts';
import type { Access, Route } from './route.ts';
import type { ServiceName } from './services.ts';
import * as adminStory from './stories/admin-story.ts';
import * as storiesInternal from './stories/internal.ts';
import * as storage from './storage.ts';
import * as story from './stories/story.ts';
import * as storyWriting from './stories/story-writing.ts';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value;

const modules = [
  account,
  authInternal,
  book,
  chapter,
  revision,
  scene,
  design,
  matter,
  styleSheet,
  booksInternal,
  bookImport,
  bookProgress,
  voice,
  provenance,
  bible,
  bibleInternal,
  bibleMentions,
  bibleSuggestion,
  finding,
  aiWriting,
  aiIdeas,
  aiContext,
  aiLimit,
  aiReading,
  aiStyle,
  aiSummary,
  aiUsageReset,
  billing,
  purchase,
  promoCode,
  exports,
  edition,
  cover,
  manuscriptImport,
  importFile,
  story,
  storyWriting,
  storiesInternal,
  adminStory,
  referral,
  adminReferral,
  review,
  moderation,
  adminSession,
  adminSite,
  adminLogo,
  adminAnalytics,
  adminUsers,
  adminStories,
  adminAiUsage,
  adminAudit,
  storage,
  outboxRoutes,
] as const;

/** The routes of all services, more specific paths first. */
export const routes: readonly Route[] = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isRoute)
  .toSorted((a, b) => specificity(b.path) - specificity(a.path) || a.path.localeCompare(b.path));

type Exported<Module> = Module extends unknown ? Module[keyof Module] : never;
type IdOfAuthorRoute<Value> = Value extends {
  readonly id: infer Id;
  readonly path: `/api/${string}`;
  readonly access: Exclude<Access, 'admin'>;
}
  ? Id
  : never;
/** The names of the public routes that an author can call: all but those for admins only. */
export type AuthorRouteId = IdOfAuthorRoute<Exported<(typeof modules)[number]>>;

export const publicRoutes: readonly Route[] = routes.filter((route) => route.path.startsWith('/api/'));
export const routesOf = (owner: ServiceName): readonly Route[] => routes.filter((route) => route.owner === owner);

/** Fixed segments count more than parameters, longer paths more than shorter ones. */
function specificity(path: string): number {
  return path.split('/').reduce((sum, segment) => sum + (segment === '' ? 0 : segment.startsWith(':') ? 1 : 100), 0);
}
