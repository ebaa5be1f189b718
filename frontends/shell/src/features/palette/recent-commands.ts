import { parseJson } from '@inkbear/web-kit/parse-json.ts';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

const key = 'inkbear-recent-commands';
/** Shown above all others while nothing is typed. */
const maxRecent = 5;

/**
 * Ids of the commands that were run last on this device, the newest first. Only ids are stored: a chapter's title is not
 * left behind after signing out, and a command that no longer exists is not shown.
 */
export const recentCommands = {
  list: (): readonly string[] => {
    const stored = parseJson(safeLocalStorage.get(key) ?? '');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, maxRecent) : [];
  },
  add: (id: string): void =>
    safeLocalStorage.set(
      key,
      JSON.stringify([id, ...recentCommands.list().filter((other) => other !== id)].slice(0, maxRecent)),
    ),
};
