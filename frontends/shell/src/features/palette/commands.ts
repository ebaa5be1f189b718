import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import { setThemeChoice } from '@inkbear/web-kit/theme-mode.tsx';
import { findPage, listManifests, listNavigation } from '../../platform/remotes/manifests.ts';
import { getRemote } from '../../platform/remotes/remote-entries.ts';

const menus = ['signed-out', 'signed-in', 'footer'] as const;

/** One command for every page that a menu links to. */
const listPages = (): Command[] =>
  [...new Map(menus.flatMap(listNavigation).map((entry) => [entry.to, entry])).values()].map(({ label, to }) => ({
    id: `page:${to}`,
    label,
    run: to,
    needsSession: findPage(to)?.page.access === 'session',
  }));

const themes: Command[] = [
  { id: 'theme:light', label: 'Light theme', keywords: ['day', 'appearance'], run: () => setThemeChoice('light') },
  { id: 'theme:dark', label: 'Dark theme', keywords: ['night', 'appearance'], run: () => setThemeChoice('dark') },
  { id: 'theme:system', label: 'System theme', keywords: ['appearance'], run: () => setThemeChoice('system') },
];

export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

export const shellGroups = (isSignedIn: boolean): CommandGroup[] => [
  {
    heading: 'Pages',
    commands: isSignedIn
      ? listPages()
      : [...listPages(), { id: 'page:/auth', label: 'Sign In', keywords: ['log in', 'create account'], run: '/auth' }],
  },
  { heading: 'Appearance', commands: themes },
];

/**
 * The commands of the remotes. A remote that fails to load is left out; it is loaded again when the palette opens the
 * next time.
 */
export async function remoteCommands(isSignedIn: boolean, pathname: string): Promise<Command[]> {
  const current = findPage(pathname)?.remote;
  const wanted = listManifests().filter(
    ([name, { commandsFor }]) =>
      name === current || commandsFor === 'everyone' || (commandsFor === 'signed-in' && isSignedIn),
  );
  const remotes = await Promise.allSettled(wanted.map(([name]) => getRemote(name)));
  return remotes.flatMap((remote) => (remote.status === 'fulfilled' ? (remote.value.commands ?? []) : []));
}

/**
 * Leaves out what needs a session, and merges commands that open the same page: the first one also gets the names of the
 * others as keywords.
 */
export function groupCommands(groups: readonly CommandGroup[], isSignedIn: boolean): CommandGroup[] {
  const allowed = groups.map(({ heading, commands }) => ({
    heading,
    commands: commands.filter(({ needsSession }) => needsSession !== true || isSignedIn),
  }));
  const byTarget = Map.groupBy(
    allowed.flatMap(({ commands }) => commands),
    targetOf,
  );
  return allowed
    .map(({ heading, commands }) => ({
      heading,
      commands: commands.flatMap((command) => {
        const [first, ...others] = byTarget.get(targetOf(command)) ?? [];
        if (first !== command) return [];
        const names = others.flatMap(({ label, keywords = [] }) => [label, ...keywords]);
        return names.length === 0 ? [command] : [{ ...command, keywords: [...(command.keywords ?? []), ...names] }];
      }),
    }))
    .filter(({ commands }) => commands.length > 0);
}

/** Commands with the same target are the same for the user: the page that they open, or the id of a function. */
const targetOf = ({ id, run }: Command): string => (typeof run === 'string' ? run : id);
