const eventName = 'inkbear:ask-sign-out';
type Answer = (leave: boolean) => void;

/** True when the author would rather lose what is not saved. */
export const askToLose = (): Promise<boolean> => new Promise((resolve) => void window.dispatchEvent(new CustomEvent<Answer>(eventName, { detail: resolve })));

/** Gives the function that stops listening. */
export function onAskToLose(listener: (answer: Answer) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<Answer>).detail);
  window.addEventListener(eventName, handle);
  return () => window.removeEventListener(eventName, handle);
}
