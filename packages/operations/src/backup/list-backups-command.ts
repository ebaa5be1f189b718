import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Operation } from '@inkbear/service-kit/operation';
import type { Target } from '../target.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { listOldBackups } from './old-backups.ts';
import { describeCount, formatSize } from './progress.ts';

export const listBackupsOperation: Operation<Target> = {
  name: 'list-backups',
  summary: 'lists the complete backups in a folder, oldest first; needs no database',
  options: { in: { value: 'folder', description: 'default: the folder of backups' } },
  changes: null,
  runbook: 'list-backups.md',
  run: async (target, { values }) => {
    const parent = path.resolve(values['in'] ?? target.backupFolder);
    const folders = existsSync(parent) ? await listOldBackups(parent, 0) : [];
    if (folders.length === 0) return [`There is no complete backup in ${parent}.`];
    return await Promise.all(folders.map(async (folder) => describe(folder, await readManifest(folder))));
  },
};

function describe(folder: string, { snapshotAt, collections }: Manifest): string {
  const sum = (field: 'documents' | 'bytes') => collections.reduce((total, each) => total + each[field], 0);
  return `${folder}: ${describeCount(sum('documents'), 'document')}, ${formatSize(sum('bytes'))}, as of ${snapshotAt}`;
}
