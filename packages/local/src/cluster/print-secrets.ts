// `npm run --silent chart -- secrets | kubectl apply -f -`: creates the Secrets that a cluster needs before the first install.
// `kubectl get secret -o name | npm run --silent chart -- secrets --missing | kubectl apply -f -`: only those it lacks.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataFolder } from '../data-folder.ts';
import { makeClusterSecrets } from './cluster-secrets.ts';
import { missingSecrets } from './missing-secrets.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-secrets-'));
try {
  const { secrets, adminPassword } = await makeClusterSecrets(DataFolder.open(folder), process.env);
  const isUpdate = process.argv.includes('--missing');
  const items = isUpdate ? missingSecrets(secrets, readFileSync(0, 'utf8').split('\n')) : secrets;
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));
  if (items.some(({ metadata }) => metadata.name === 'inkbear-settings'))
    console.error(`The admin password is ${adminPassword}; it is shown only once.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
