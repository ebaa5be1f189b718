import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

const key = 'inkbear-invitation';
const keptMs = 30 * 86_400_000;
interface Kept {
  code: string;
  until: number;
}

/**
 * The code of whoever brought this visitor here, kept for 30 days so that it is still known when an account is made.
 */
export const invitation = {
  read(now = Date.now()): string {
    const kept = parse(safeLocalStorage.get(key));
    return kept !== null && kept.until > now ? kept.code : '';
  },
  /** The newest one counts. */
  keep(code: string, now = Date.now()): void {
    if (code.trim() !== '')
      safeLocalStorage.set(key, JSON.stringify({ code: code.trim().slice(0, 64), until: now + keptMs } satisfies Kept));
  },
  forget: (): void => safeLocalStorage.set(key, null),
};

function parse(text: string | null): Kept | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Kept> | null;
    return typeof value?.code === 'string' && typeof value.until === 'number'
      ? { code: value.code, until: value.until }
      : null;
  } catch {
    return null;
  }
}
