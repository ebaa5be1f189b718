import path from 'node:path';
import { type Operation, OperationError } from '@inkbear/service-kit/operation';
import type { Target } from '../target.ts';
import type { CheckResult } from './manifest.ts';
import { describeCount, formatCount } from './progress.ts';
import { verifyBackup } from './verify.ts';

export const verifyBackupOperation: Operation<Target> = {
  name: 'verify-backup',
  summary: 'reads a backup completely and checks it; needs no database',
  parameters: [{ name: 'folder', description: 'the folder of a backup' }],
  changes: null,
  runbook: 'verify-backup.md',
  run: async (_target, { values: { folder = '' }, report }) => {
    const { manifest, damage, contradictions, checks } = await verifyBackup(path.resolve(folder), report);
    const findings = [
      ...damage.map((each) => `Damaged: ${each}`),
      ...contradictions.map((each) => `Contradiction in the data: ${each}`),
    ];
    if (findings.length > 0) throw new OperationError(findings.join('\n'));
    const documents = manifest.collections.reduce((sum, each) => sum + each.documents, 0);
    return [
      `${manifest.collections.length} collections with ${describeCount(documents, 'document')}, as of ${manifest.snapshotAt}: 0 findings`,
      ...checks.map(describeCheck),
    ];
  },
};

const describeCheck = ({ name, figures }: CheckResult): string =>
  `  ${name}: ${Object.entries(figures)
    .map(([figure, value]) => `${figure} ${formatCount(value)}`)
    .join(', ')}`;
