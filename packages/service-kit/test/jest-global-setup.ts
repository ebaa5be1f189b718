import { createRunFolder } from '../src/testing/run-folder.ts';

/** Runs before the unit tests. */
export default function createFolderForTests(): void {
  createRunFolder();
}
