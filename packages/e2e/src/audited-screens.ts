import type { Page } from 'playwright-core';
import admin from '../../../frontends/admin/src/manifest.ts';
import author from '../../../frontends/author/src/manifest.ts';
import marketing from '../../../frontends/marketing/src/manifest.ts';

/** The shell’s own pages, and any address that no page has. */
const shellPaths = ['/auth', '/account', '*'];
/** The paths of all pages, as the remotes announce them to the shell. */
export const pagePaths: readonly string[] = [
  ...[marketing, author, admin].flatMap(({ pages }) => pages.map(({ path }) => path)),
  ...shellPaths,
];

/**
 * Every screen, and the spec that audits it in all views with `page-audit.ts`; other specs may audit it in other states.
 * A screen is a page by its path, one tab of a page, or the editor of a chapter or story with one tool open.
 */
export const auditedScreens: Readonly<Record<string, string>> = {
  '/': 'accessibility',
  '/features': 'accessibility',
  '/pricing': 'accessibility',
  '/knowledge': 'accessibility',
  '/help': 'accessibility',
  '/about': 'accessibility',
  '/contact': 'accessibility',
  '/privacy-policy': 'accessibility',
  '/cookie-policy': 'accessibility',
  '/terms-of-service': 'accessibility',
  '*': 'accessibility',
  '/auth': 'accessibility',
  '/account': 'storage-and-versions',
  '/dashboard': 'dashboard',
  '/import': 'manuscript-import',
  '/import/:id/plan': 'manuscript-import',
  '/trash': 'long-book-planning',
  '/full-chapter': 'long-book-planning',
  '/referrals': 'referrals',
  '/subscribe': 'accessibility',
  '/checkout': 'accessibility',
  '/tools?tool=title-generator': 'idea-tools',
  '/tools?tool=genre-quiz': 'idea-tools',
  '/tools?tool=plot-dice': 'idea-tools',
  '/tools?tool=outline-generator': 'idea-tools',
  '/tools?tool=new-book': 'idea-tools',
  '/tools?tool=writers-tips': 'idea-tools',
  '/personal-stories': 'personal-stories',
  '/book/:id': 'accessibility',
  '/book/:id?tab=settings': 'accessibility',
  '/book/:id/press': 'press-page',
  '/book/:id/corkboard': 'corkboard',
  '/book/:id, Outline': 'ai-tools',
  '/book/:id, AI tools': 'ai-tools',
  '/book/:id, What AI sees': 'ai-tools',
  '/book/:id, Writing coach': 'ai-tools',
  '/book/:id, Grammar and style': 'editing-tools',
  '/book/:id, Find and replace': 'editing-tools',
  '/book/:id, History': 'editing-tools',
  '/book/:id, Craft': 'long-book-planning',
  '/book/:id, Checks': 'long-book-planning',
  '/book/:id, Story bible': 'long-book-planning',
  '/book/:id, Voice': 'long-book-planning',
  '/book/:id, Origins': 'long-book-planning',
  '/book/:id, Names': 'long-book-planning',
  '/book/:id, Read aloud': 'editing-tools',
  '/book/:id, Progress': 'long-book-planning',
  '/book/:id, Export': 'accessibility',
  '/story/:id, This story': 'personal-stories',
  '/story/:id, Grammar and style': 'personal-stories',
  '/story/:id, Find and replace': 'personal-stories',
  '/story/:id, History': 'personal-stories',
  '/story/:id, Read aloud': 'personal-stories',
  '/admin/login': 'accessibility',
  '/admin?tab=overview': 'admin-console',
  '/admin?tab=users': 'admin-console',
  '/admin?tab=personal-stories': 'admin-console',
  '/admin?tab=promo-codes': 'admin-console',
  '/admin?tab=openai': 'admin-console',
  '/admin?tab=reviews': 'admin-console',
  '/admin?tab=referrals': 'admin-console',
  '/logo-upload': 'admin-console',
  '/direct-upload': 'admin-console',
};

/** The screen that a window shows, as in the list above. */
export async function readScreen(page: Page): Promise<string> {
  const { pathname, searchParams } = new URL(page.url());
  const path = pagePaths.find((pattern) => toPattern(pattern).test(pathname)) ?? '*';
  if (path === '/tools') return `/tools?tool=${searchParams.get('tool') ?? 'title-generator'}`;
  if (path === '/admin') return `/admin?tab=${searchParams.get('tab') ?? 'overview'}`;
  if (path === '/book/:id' && searchParams.get('tab') === 'settings') return '/book/:id?tab=settings';
  const openTool = page.getByRole('complementary', { name: 'Tools' }).locator(':scope > section');
  return (await openTool.count()) === 0 ? path : `${path}, ${String(await openTool.getAttribute('aria-label'))}`;
}

const toPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '\\*')}$`);
