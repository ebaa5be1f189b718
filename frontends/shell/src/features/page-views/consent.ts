import { consentCookie } from '@inkbear/contracts/admin/site';
import { useSyncExternalStore } from 'react';

export type Consent = 'yes' | 'no';

const yearSeconds = 31_536_000;
const changed = 'inkbear:consent';

function readConsent(): Consent | null {
  const cookies = document.cookie.split('; ');
  if (cookies.includes(`${consentCookie}=yes`)) return 'yes';
  return cookies.includes(`${consentCookie}=no`) ? 'no' : null;
}

/** Remembers the answer for a year, in this browser alone. */
export function giveConsent(answer: Consent): void {
  document.cookie = `${consentCookie}=${answer}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
}

/** What the visitor said about page counts; null when nothing yet, undefined while nobody can know. */
export const useConsent = (): Consent | null | undefined =>
  useSyncExternalStore<Consent | null | undefined>(subscribe, readConsent, () => undefined);
