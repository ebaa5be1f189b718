import { contextChoice, type SavedContextChoice, saveContextChoice } from '@inkbear/contracts/ai/context';
import { call } from '@inkbear/web-kit/api.ts';
import { parseJson } from '@inkbear/web-kit/parse-json.ts';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { ifMatch } from '../../kit/if-match.ts';

const deviceKey = (bookId: string) => `inkbear-ai-context:${bookId}`;

/** Whether an earlier release has stored a choice of this book on the device. */
export const hasDeviceChoice = (bookId: string): boolean => safeLocalStorage.get(deviceKey(bookId)) !== null;

/**
 * Sends the choice that an earlier release has stored on the device, unless the server has one, and removes it from the
 * device. Resolves with what the server has then.
 */
export async function moveDeviceChoice(bookId: string, stored: SavedContextChoice): Promise<SavedContextChoice> {
  if (!hasDeviceChoice(bookId)) return stored;
  const { data: choice } = contextChoice.safeParse(parseJson(safeLocalStorage.get(deviceKey(bookId)) ?? ''));
  const isNeeded = stored.rev === 0 && choice !== undefined && choice.exclude.length + choice.pin.length > 0;
  const saved = isNeeded
    ? await call(saveContextChoice, { query: { bookId }, body: choice, headers: ifMatch(stored.rev) })
    : stored;
  safeLocalStorage.set(deviceKey(bookId), null);
  return saved;
}
