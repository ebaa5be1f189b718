// Each remote carries its own copy of this file, so the owner stands on the page, and a change of it travels as an
// event of the window.
import { userDrafts } from './user-drafts.ts';

const eventName = 'inkbear:tab-owner';

/** Ids of users; '' is a visitor, and anybody before the session is known. */
export interface OwnerChange {
  readonly from: string;
  readonly to: string;
}

/** Whose drafts this tab may show and store. Set only by what learns who is signed in. */
export const tabOwner = {
  current: (): string => document.documentElement.dataset['userId'] ?? '',

  /** Null: nobody is signed in. Stored drafts of anybody but this user and visitors are removed from the browser. */
  set: (userId: string | null): void => {
    const [from, to] = [tabOwner.current(), userId ?? ''];
    if (to !== '') userDrafts.removeOthers(to);
    if (from === to) return;
    if (to === '') delete document.documentElement.dataset['userId'];
    else document.documentElement.dataset['userId'] = to;
    window.dispatchEvent(new CustomEvent<OwnerChange>(eventName, { detail: { from, to } }));
  },

  /** Gives the function that stops listening. */
  onChange: (listener: (change: OwnerChange) => void): (() => void) => {
    const handle = (event: Event) => listener((event as CustomEvent<OwnerChange>).detail);
    window.addEventListener(eventName, handle);
    return () => window.removeEventListener(eventName, handle);
  },
};
