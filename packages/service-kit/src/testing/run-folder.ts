import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const variable = 'TEST_RUN_FOLDER';
const createFolder = (parent: string, prefix: string) => mkdtempSync(path.join(parent, prefix));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Creates the folder for the files of all tests of a jest run. Call it in jest's global setup: the workers inherit it. */
export function createRunFolder(): void {
  process.env[variable] = createFolder(os.tmpdir(), 'inkbear-run-');
}

/** Call this in jest's global teardown. */
export function removeRunFolder(): void {
  const folder = process.env[variable];
  if (folder !== undefined) remove(folder);
}

/**
 * Creates a temporary folder that is removed at the end of the jest run, or of this process outside jest. The workers of
 * jest do not emit `exit` to the code of tests.
 */
export function createTemporaryFolder(prefix: string): string {
  const runFolder = process.env[variable];
  if (runFolder !== undefined) return createFolder(runFolder, prefix);
  const folder = createFolder(os.tmpdir(), prefix);
  process.once('exit', () => remove(folder));
  return folder;
}
