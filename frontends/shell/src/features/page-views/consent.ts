import { consentCookie } from '@inkbear/contracts/admin/site';
import { useSyncExternalStore } from 'react';

export type Consent = 'yes' | 'no';

const yearSeconds = 31_536_000;
const changeEvent = 'inkbear:consent';

function readConsent(): Consent | null {
  const cookies = document.cookie.split('; ');
  if (cookies.includes(`${consentCookie}=yes`)) return 'yes';
  return cookies.includes(`${consentCookie}=no`) ? 'no' : null;
}

/** Stores the answer for a year, only in this browser. */
export function setConsent(answer: Consent): void {
  document.cookie = `${consentCookie}=${answer}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
  window.dispatchEvent(new Event(changeEvent));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener);
  return () => window.removeEventListener(changeEvent, listener);
}

/** The visitor's consent to counting page visits; null before an answer, undefined while prerendering and hydrating. */
export const useConsent = (): Consent | null | undefined =>
  useSyncExternalStore<Consent | null | undefined>(subscribe, readConsent, () => undefined);
