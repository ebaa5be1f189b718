// Logging out asks everyone who still holds unsaved work, in whichever remote; it waits for all of them.
const eventName = 'inkbear:before-sign-out';

/** `finish` saves or asks; false stops the logout. Gives the function that takes the guard away. */
export function guardSignOut(finish: () => Promise<boolean>): () => void {
  const handle = (event: Event) => (event as CustomEvent<Promise<boolean>[]>).detail.push(finish());
  window.addEventListener(eventName, handle);
  return () => window.removeEventListener(eventName, handle);
}

/** True when nobody objects. */
export async function maySignOut(): Promise<boolean> {
  const answers: Promise<boolean>[] = [];
  window.dispatchEvent(new CustomEvent(eventName, { detail: answers }));
  return (await Promise.all(answers)).every(Boolean);
}
