import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ballastName = 'ballast';
const chunk = Buffer.alloc(1_048_576);

/** A small tmpfs that a test can fill up and free again. */
export class SmallDisk {
  readonly path: string;
  readonly #megabytes: number;

  private constructor(folder: string, megabytes: number) {
    this.path = folder;
    this.#megabytes = megabytes;
  }

  /**
   * A disk that the test can mount, or null where this user may not mount file systems; the reason is printed. The
   * trial mount only tests whether this user may mount.
   */
  static async plan(megabytes: number): Promise<SmallDisk | null> {
    const disk = new SmallDisk(await mkdtemp(path.join(os.tmpdir(), 'inkbear-disk-')), megabytes);
    try {
      await disk.mount();
      await run('umount', [disk.path]);
      return disk;
    } catch (error) {
      await rm(disk.path, { recursive: true, force: true });
      process.stdout.write(
        `Skipped the full-disk tests: no tmpfs can be mounted here: ${(error as Error).message.trim()}\n`,
      );
      return null;
    }
  }

  async mount(): Promise<void> {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${this.#megabytes}m`, 'none', this.path]);
  }

  /** Writes until the disk is full. */
  async fill(): Promise<void> {
    const file = await open(path.join(this.path, ballastName), 'a');
    try {
      for (let size = chunk.length; size >= 1;) {
        const written = await file.write(chunk, 0, size).then(({ bytesWritten }) => bytesWritten, this.#onlyWhenFull);
        if (written < size) size = Math.floor(size / 4);
      }
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(path.join(this.path, ballastName), { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', [this.path]);
    await rm(this.path, { recursive: true, force: true });
  }

  readonly #onlyWhenFull = (error: NodeJS.ErrnoException): number => {
    if (error.code === 'ENOSPC') return 0;
    throw error;
  };
}
