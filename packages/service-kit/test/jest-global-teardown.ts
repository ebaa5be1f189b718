import { removeRunFolder } from '../src/testing/run-folder.ts';

export default function removeFolderAfterTests(): void {
  removeRunFolder();
}
