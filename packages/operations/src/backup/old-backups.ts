import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { OperationError } from '@inkbear/service-kit/operation';
import { readManifest } from './manifest.ts';

const partialSuffix = '.partial';
/** Only folders whose name the backup command has generated from the time. */
const interruptedName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.partial$/;

async function listFolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The moment of a complete backup; null for any other folder, also one with a damaged manifest. */
async function findSnapshotTime(folder: string): Promise<string | null> {
  if (folder.endsWith(partialSuffix)) return null;
  try {
    return (await readManifest(folder)).snapshotAt;
  } catch (error) {
    // A new volume has a folder `lost+found` that only root may read.
    if (error instanceof OperationError || (error as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw error;
  }
}

/** The complete backups in a folder without the newest `keep`, oldest first. Other folders neither count nor appear. */
export async function listOldBackups(parent: string, keep: number): Promise<string[]> {
  const backups: { readonly folder: string; readonly snapshotAt: string }[] = [];
  for (const name of await listFolders(parent)) {
    const folder = path.join(parent, name);
    const snapshotAt = await findSnapshotTime(folder);
    if (snapshotAt !== null) backups.push({ folder, snapshotAt });
  }
  const oldestFirst = backups.toSorted((a, b) => a.snapshotAt.localeCompare(b.snapshotAt));
  return oldestFirst.slice(0, Math.max(0, backups.length - keep)).map(({ folder }) => folder);
}

/** Deletes the backups of `listOldBackups` and returns them. */
export async function deleteOldBackups(parent: string, keep: number): Promise<string[]> {
  const old = await listOldBackups(parent, keep);
  for (const folder of old) {
    // Its new name says that it is not complete, also when the deletion is interrupted.
    await rename(folder, `${folder}${partialSuffix}`);
    await rm(`${folder}${partialSuffix}`, { recursive: true });
  }
  return old;
}

/** Deletes what killed backups have left in a folder. Only while no other backup runs. */
export async function deleteInterruptedBackups(parent: string): Promise<void> {
  for (const name of await listFolders(parent))
    if (interruptedName.test(name)) await rm(path.join(parent, name), { recursive: true });
}
