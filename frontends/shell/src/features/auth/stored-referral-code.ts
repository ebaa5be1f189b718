import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

const key = 'inkbear-invitation';
const lifetimeMs = 30 * 86_400_000;
interface StoredCode {
  code: string;
  until: number;
}

/**
 * The referral code of the link that brought this visitor, stored for 30 days for the moment when they create an
 * account.
 */
export const storedReferralCode = {
  read(now = Date.now()): string {
    const stored = parse(safeLocalStorage.get(key));
    return stored !== null && stored.until > now ? stored.code : '';
  },
  /** A new code replaces the stored one. */
  save(code: string, now = Date.now()): void {
    if (code.trim() !== '')
      safeLocalStorage.set(
        key,
        JSON.stringify({ code: code.trim().slice(0, 64), until: now + lifetimeMs } satisfies StoredCode),
      );
  },
  remove: (): void => safeLocalStorage.set(key, null),
};

function parse(text: string | null): StoredCode | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<StoredCode> | null;
    return typeof value?.code === 'string' && typeof value.until === 'number'
      ? { code: value.code, until: value.until }
      : null;
  } catch {
    return null;
  }
}
