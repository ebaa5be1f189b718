import {
  type ContextChoice,
  contextChoice,
  contextChoiceLimits,
  type SavedContextChoice,
  saveContextChoice,
} from '@inkbear/contracts/ai/context';
import { call } from '@inkbear/web-kit/api.ts';
import { parseJson } from '@inkbear/web-kit/parse-json.ts';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { ifMatch } from '../../kit/if-match.ts';
import { saveTimeout } from '../../kit/save-timeout.ts';

const localStorageKey = (bookId: string) => `inkbear-ai-context:${bookId}`;

/** Whether an earlier release has stored a choice of this book on the device. */
export const hasLocalChoice = (bookId: string): boolean => safeLocalStorage.get(localStorageKey(bookId)) !== null;

/**
 * Saves what an earlier release has stored on the device, and removes it from the device. When the server has a choice
 * already, only the exclusions of the device are added to it. Resolves with what the server has then.
 */
export async function migrateLocalChoice(bookId: string, stored: SavedContextChoice): Promise<SavedContextChoice> {
  if (!hasLocalChoice(bookId)) return stored;
  const { data: choice } = contextChoice.safeParse(parseJson(safeLocalStorage.get(localStorageKey(bookId)) ?? ''));
  const body = choice && addChoice(stored, choice);
  const isNeeded = body && body.exclude.length + body.pin.length > stored.exclude.length + stored.pin.length;
  const saved = isNeeded
    ? await call(saveContextChoice, { query: { bookId }, body, headers: ifMatch(stored.rev), signal: saveTimeout() })
    : stored;
  safeLocalStorage.set(localStorageKey(bookId), null);
  return saved;
}

const addChoice = ({ rev, exclude, pin }: SavedContextChoice, device: ContextChoice): ContextChoice => ({
  exclude: [...new Set([...exclude, ...device.exclude])].slice(0, contextChoiceLimits.exclude),
  pin: rev === 0 ? device.pin : pin,
});
