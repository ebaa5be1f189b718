import type { Command as Entry } from '@inkbear/web-kit/remote-contract.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCloseOnBackdrop } from '../../../platform/use-close-on-backdrop.ts';
import { type CommandGroup, groupCommands, remoteCommands, shellGroups } from '../commands.ts';
import { rankCommands } from '../rank-commands.ts';
import { recentCommands } from '../recent-commands.ts';
import styles from './palette.module.css';

/**
 * The command palette: every page and command, by name. It opens when it is mounted. Without a query the commands are
 * grouped, the recent ones first; a query lists the matching ones, the best first.
 */
export function Palette() {
  const { state } = useSession();
  const isSignedIn = state === 'signed-in';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const groups = useCommandGroups(isSignedIn, pathname);
  const found = query.trim() === '' ? null : rankCommands(query, groups?.flatMap(({ commands }) => commands) ?? []);
  useCloseOnBackdrop(dialog);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  const run = ({ id, run: action }: Entry) => {
    recentCommands.add(id);
    dialog.current?.close();
    if (typeof action === 'string') void navigate(action);
    else action();
  };
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-label="Search and commands">
      <Command label="Search and commands" loop shouldFilter={false} className={styles['palette']}>
        <Command.Input
          ref={input}
          value={query}
          onValueChange={setQuery}
          placeholder="Search pages and commands…"
          className={styles['input']}
        />
        <Command.List className={styles['list']}>
          {groups !== null && <Command.Empty className={styles['empty']}>No results.</Command.Empty>}
          {found === null
            ? withRecent(groups ?? []).map(({ heading, commands }) => (
                <Command.Group key={heading} heading={heading} className={styles['group']}>
                  <Items commands={commands} onRun={run} />
                </Command.Group>
              ))
            : // A new list for each query selects its first item.
              [<Items key={query} commands={found} onRun={run} />]}
        </Command.List>
      </Command>
    </dialog>
  );
}

function Items({ commands, onRun }: { commands: readonly Entry[]; onRun: (entry: Entry) => void }) {
  return commands.map((entry) => (
    <Command.Item key={entry.id} value={entry.id} className={styles['item']} onSelect={() => onRun(entry)}>
      {entry.label}
    </Command.Item>
  ));
}

/** Moves the commands that were run last to a group of their own at the top. */
function withRecent(groups: readonly CommandGroup[]): CommandGroup[] {
  const ids = recentCommands.list();
  const all = new Map(groups.flatMap(({ commands }) => commands).map((entry) => [entry.id, entry]));
  const recent = ids.flatMap((id) => all.get(id) ?? []);
  return [
    { heading: 'Recent', commands: recent },
    ...groups.map(({ heading, commands }) => ({ heading, commands: commands.filter(({ id }) => !ids.includes(id)) })),
  ].filter(({ commands }) => commands.length > 0);
}

const maxWaitMs = 300;

/**
 * Null until the remotes have loaded, at most 300 ms. No entry is added after that, because it would move the entry
 * that the user is about to press.
 */
function useCommandGroups(isSignedIn: boolean, pathname: string): CommandGroup[] | null {
  const [fromRemotes, setFromRemotes] = useState<Entry[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timeout = new Promise<Entry[]>((resolve) => setTimeout(() => resolve([]), maxWaitMs));
    void Promise.race([remoteCommands(isSignedIn, pathname), timeout]).then((found) => {
      if (isCurrent) setFromRemotes(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [isSignedIn, pathname]);
  if (fromRemotes === null) return null;
  return groupCommands([{ heading: 'Actions', commands: fromRemotes }, ...shellGroups(isSignedIn)], isSignedIn);
}
