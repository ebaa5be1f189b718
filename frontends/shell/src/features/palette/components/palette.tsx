import type { Command as Entry } from '@inkbear/web-kit/remote-contract.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { remoteCommands, shellGroups } from '../commands.ts';
import styles from './palette.module.css';

/** Every page and command, by name. Opens when it is rendered. */
export function Palette() {
  const { state } = useSession();
  const isSignedIn = state === 'signed-in';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [fromRemotes, setFromRemotes] = useState<Entry[] | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  useEffect(() => {
    let isCurrent = true;
    // The list appears whole: an entry that arrives later would take the selection from under someone's fingers.
    const patience = new Promise<Entry[]>((resolve) => setTimeout(() => resolve([]), 300));
    void Promise.race([remoteCommands(isSignedIn, pathname), patience]).then((found) => {
      if (isCurrent) setFromRemotes(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [isSignedIn, pathname]);
  const seen = new Set<string>();
  const groups =
    fromRemotes === null
      ? []
      : [{ heading: 'Writing', commands: fromRemotes }, ...shellGroups(isSignedIn)]
          .map((group) => ({
            ...group,
            commands: group.commands.filter(
              ({ id, needsSession }) => (needsSession !== true || isSignedIn) && !seen.has(id) && seen.add(id),
            ),
          }))
          .filter(({ commands }) => commands.length > 0);
  const run = ({ run: action }: Entry) => {
    dialog.current?.close();
    if (typeof action === 'string') void navigate(action);
    else action();
  };
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label="Search and commands"
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <Command label="Search and commands" loop className={styles['palette']}>
        <Command.Input ref={input} placeholder="Go to a page or do something…" className={styles['input']} />
        <Command.List className={styles['list']}>
          {fromRemotes !== null && <Command.Empty className={styles['empty']}>Nothing has this name.</Command.Empty>}
          {groups.map(({ heading, commands }) => (
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
