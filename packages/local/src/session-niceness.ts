import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux accepts one such change of a user every 100 ms, and answers others with EAGAIN. */
const retryMs = 150;
const maxTries = 40;

/**
 * Sets the niceness of a process's session, so that it yields the processors to other sessions. Linux shares them
 * equally between sessions, so the niceness of a worker thread counts only within its own process, and every process
 * has a session of its own.
 * @param niceness under contention 3 gets half, and 5 a third, of the CPU time of a session with niceness 0
 * @param file where Linux keeps the niceness of the session; other systems, and Linux without groups of sessions, have none
 */
export async function setSessionNiceness(
  pid: number,
  niceness: number,
  file = `/proc/${pid}/autogroup`,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      return await writeFile(file, String(niceness), { flag: 'r+' });
    } catch (error) {
      // Best effort: errors are ignored.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
    await sleep(retryMs);
  }
}
