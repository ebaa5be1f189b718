import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The niceness of a whole session. While another session needs the processors too, this one gets a tenth of its time. */
const backgroundNiceness = 10;
/** Linux accepts one such change of a user every 100 ms, and answers others with EAGAIN. */
const retryMs = 150;
const maxTries = 40;

/**
 * Makes a process yield the processors to other sessions. Linux shares them equally between sessions, so the niceness of a
 * worker thread counts only within its own process, and every process has a session of its own.
 * @param file where Linux keeps the niceness of the session; other systems, and Linux without groups of sessions, have none
 */
export async function yieldProcessors(pid: number, file = `/proc/${pid}/autogroup`): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      return await writeFile(file, String(backgroundNiceness), { flag: 'r+' });
    } catch (error) {
      // It is not needed for anything that the process does.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
    await sleep(retryMs);
  }
}
