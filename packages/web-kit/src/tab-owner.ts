// Each remote has its own copy of this module, so the owner is stored on the document element, and changes are sent as
// window events.
import { userDrafts } from './user-drafts.ts';

const eventName = 'inkbear:tab-owner';

/** User ids; '' for a visitor and while the session is unknown. */
export interface OwnerChange {
  readonly from: string;
  readonly to: string;
}

/** The user whose drafts this tab may show and store. Set only by the session code. */
export const tabOwner = {
  current: (): string => document.documentElement.dataset['userId'] ?? '',

  /** Null when signed out. Removes stored drafts of all other users from the browser. */
  set: (userId: string | null): void => {
    const [from, to] = [tabOwner.current(), userId ?? ''];
    if (to !== '') userDrafts.removeOthers(to);
    if (from === to) return;
    if (to === '') delete document.documentElement.dataset['userId'];
    else document.documentElement.dataset['userId'] = to;
    window.dispatchEvent(new CustomEvent<OwnerChange>(eventName, { detail: { from, to } }));
  },

  /** Returns the function that removes the listener. */
  onChange: (listener: (change: OwnerChange) => void): (() => void) => {
    const handle = (event: Event) => listener((event as CustomEvent<OwnerChange>).detail);
    window.addEventListener(eventName, handle);
    return () => window.removeEventListener(eventName, handle);
  },
};
