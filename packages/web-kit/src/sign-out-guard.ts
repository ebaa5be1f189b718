// Logging out asks everyone who may still hold unsaved work, in whichever remote, on whichever page; it waits for all
// of them.
const names = { save: 'inkbear:before-sign-out', forget: 'inkbear:after-sign-out' } as const;

export interface SignOutGuard {
  /** Saves what can be saved; false when something is left. */
  readonly save: () => Promise<boolean>;
  /** The session is over: nothing that is unsaved may be sent or kept any more. */
  readonly forget: () => Promise<void>;
}

/** Gives the function that takes the guard away. */
export function guardSignOut(guard: SignOutGuard): () => void {
  const onSave = (event: Event) => (event as CustomEvent<Promise<boolean>[]>).detail.push(guard.save());
  const onForget = (event: Event) => (event as CustomEvent<Promise<void>[]>).detail.push(guard.forget());
  window.addEventListener(names.save, onSave);
  window.addEventListener(names.forget, onForget);
  return () => {
    window.removeEventListener(names.save, onSave);
    window.removeEventListener(names.forget, onForget);
  };
}

/** Saves what this tab holds, before logging out or loading the page anew; true when nothing is left. */
export const saveEverything = async (): Promise<boolean> => (await collectAnswers<boolean>(names.save)).every(Boolean);
export const forgetAfterSignOut = async (): Promise<void> => void (await collectAnswers<void>(names.forget));

function collectAnswers<T>(name: string): Promise<T[]> {
  const answers: Promise<T>[] = [];
  window.dispatchEvent(new CustomEvent(name, { detail: answers }));
  return Promise.all(answers);
}
