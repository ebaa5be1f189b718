// `npm run --silent chart -- secrets | kubectl apply -f -`: creates the Secrets that a test cluster needs before the first install.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DataFolder } from '../data-folder.ts';
import { makeClusterSecrets } from './cluster-secrets.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-secrets-'));
try {
  const { secrets, adminPassword } = await makeClusterSecrets(DataFolder.open(folder), process.env);
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: secrets }, null, 2));
  console.error(`The admin password is ${adminPassword}; it is shown only once.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
