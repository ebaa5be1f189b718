import type { Command as Entry } from '@inkbear/web-kit/remote-contract.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useCloseOnBackdrop } from '../../../platform/use-close-on-backdrop.ts';
import { remoteCommands, shellGroups } from '../commands.ts';
import styles from './palette.module.css';

/** The command palette: every page and command, by name. It opens when it is mounted. */
export function Palette() {
  const { state } = useSession();
  const isSignedIn = state === 'signed-in';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const groups = useCommandGroups(isSignedIn, pathname);
  useCloseOnBackdrop(dialog);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  const run = ({ run: action }: Entry) => {
    dialog.current?.close();
    if (typeof action === 'string') void navigate(action);
    else action();
  };
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-label="Search and commands">
      <Command label="Search and commands" loop className={styles['palette']}>
        <Command.Input ref={input} placeholder="Search pages and commands…" className={styles['input']} />
        <Command.List className={styles['list']}>
          {groups !== null && <Command.Empty className={styles['empty']}>No results.</Command.Empty>}
          {groups?.map(({ heading, commands }) => (
            <Command.Group key={heading} heading={heading} className={styles['group']}>
              {commands.map((entry) => (
                <Command.Item
                  key={entry.id}
                  value={entry.id}
                  keywords={[entry.label, ...(entry.keywords ?? [])]}
                  className={styles['item']}
                  onSelect={() => run(entry)}
                >
                  {entry.label}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
}

interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Entry[];
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
  const seen = new Set<string>();
  return [{ heading: 'Actions', commands: fromRemotes }, ...shellGroups(isSignedIn)]
    .map(({ heading, commands }) => ({
      heading,
      commands: commands.filter(
        ({ id, needsSession }) => (needsSession !== true || isSignedIn) && !seen.has(id) && seen.add(id),
      ),
    }))
    .filter(({ commands }) => commands.length > 0);
}
