import { statfsSync } from 'node:fs';
import os from 'node:os';

const memoryFolder = '/dev/shm';
const minFreeBytes = 4 * 1024 ** 3;

/**
 * The folder for the data of tests: in memory where there is room, because MongoDB waits for the disk at each commit;
 * otherwise the temporary folder.
 */
export function testDataRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= minFreeBytes ? memoryFolder : os.tmpdir();
  } catch {
    return os.tmpdir(); // not Linux
  }
}
