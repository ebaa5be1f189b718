// Before logging out, all guards in all remotes save their unsaved work; the sign-out waits for them. Window events
// connect the remotes, because each has its own copy of this module.
const names = { save: 'inkbear:before-sign-out', discard: 'inkbear:after-sign-out' } as const;

export interface SignOutGuard {
  /** Saves unsaved work; false when something could not be saved. */
  readonly save: () => Promise<boolean>;
  /** Discards unsaved work after the sign-out; nothing may be sent or stored any more. */
  readonly discard: () => Promise<void>;
}

/** Registers a guard; returns the function that removes it. */
export function guardSignOut(guard: SignOutGuard): () => void {
  const onSave = (event: Event) => (event as CustomEvent<Promise<boolean>[]>).detail.push(guard.save());
  const onDiscard = (event: Event) => (event as CustomEvent<Promise<void>[]>).detail.push(guard.discard());
  window.addEventListener(names.save, onSave);
  window.addEventListener(names.discard, onDiscard);
  return () => {
    window.removeEventListener(names.save, onSave);
    window.removeEventListener(names.discard, onDiscard);
  };
}

/** Saves all unsaved work of this tab before a logout or reload; true when everything was saved. */
export const saveEverything = async (): Promise<boolean> => (await collectAnswers<boolean>(names.save)).every(Boolean);
export const discardAfterSignOut = async (): Promise<void> => void (await collectAnswers<void>(names.discard));

function collectAnswers<T>(name: string): Promise<T[]> {
  const answers: Promise<T>[] = [];
  window.dispatchEvent(new CustomEvent(name, { detail: answers }));
  return Promise.all(answers);
}
