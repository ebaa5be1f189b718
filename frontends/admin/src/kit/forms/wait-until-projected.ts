import { SessionEndedError } from '../session/admin-call.ts';

/** In milliseconds. */
const pollMs = 250;
const timeoutMs = 5000;

interface Options {
  /** Whether the admin service has received the change. A failed request counts as no. */
  readonly isProjected: () => Promise<boolean>;
  /** False when no screen shows the result any more. */
  readonly isNeeded: () => boolean;
}

/**
 * Waits until the admin service has received a change of another service, at most 5 s. Most lists and figures of the
 * console are projections: the admin service updates them by events that arrive a moment after the change was
 * acknowledged, and the reply of the change cannot say when. False after the timeout, or when nobody needs the result.
 */
export async function waitUntilProjected({ isProjected, isNeeded }: Options): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isNeeded() && Date.now() < deadline) {
    try {
      if (await isProjected()) return true;
    } catch (error) {
      if (error instanceof SessionEndedError) return false;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return false;
}
