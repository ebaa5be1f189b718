import type { Command, Remote } from '@inkbear/web-kit/remote-contract.ts';
import { setThemeChoice } from '@inkbear/web-kit/theme-mode.tsx';
import type { RemoteName } from '../../app/page-map.ts';
import { footerLinks, signedInLinks, signedOutLinks } from '../navigation/links.ts';
import { remoteNamed, retryRemote } from '../remotes/remote-entries.ts';

const pages: Command[] = [
  ...new Map(
    [...signedOutLinks, ...signedInLinks, ...footerLinks.flatMap(({ entries }) => entries)].map((entry) => [
      entry.to,
      entry,
    ]),
  ).values(),
].map(({ label, to }) => ({
  id: `page:${to}`,
  label,
  run: to,
  ...(to === '/dashboard' ? { needsSession: true } : {}),
}));

const themes: Command[] = [
  { id: 'theme:light', label: 'Light theme', keywords: ['day', 'appearance'], run: () => setThemeChoice('light') },
  { id: 'theme:dark', label: 'Dark theme', keywords: ['night', 'appearance'], run: () => setThemeChoice('dark') },
  { id: 'theme:system', label: 'Theme as the system', keywords: ['appearance'], run: () => setThemeChoice('system') },
];

export const shellGroups = (isSignedIn: boolean): { heading: string; commands: Command[] }[] => [
  {
    heading: 'Pages',
    commands: isSignedIn
      ? pages
      : [...pages, { id: 'page:/auth', label: 'Sign In', keywords: ['log in', 'create account'], run: '/auth' }],
  },
  { heading: 'Appearance', commands: themes },
];

/** What the remotes can do; one that does not answer is left out. */
export async function remoteCommands(isSignedIn: boolean): Promise<Command[]> {
  const names: RemoteName[] = isSignedIn ? ['author', 'marketing'] : ['marketing'];
  const answers = await Promise.allSettled(names.map((name) => remoteNamed(name)));
  return answers.flatMap((answer, at) => {
    if (answer.status === 'fulfilled') return commandsOf(answer.value);
    if (names[at] !== undefined) retryRemote(names[at]);
    return [];
  });
}

const commandsOf = ({ commands = [], navigation = [] }: Remote): Command[] => [
  ...commands,
  ...navigation.map(({ label, to }): Command => ({ id: `page:${to}`, label, run: to })),
];
