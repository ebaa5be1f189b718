import path from 'node:path';
import { repositoryRoot } from '@inkbear/local/paths';
import { randomPassword } from '@inkbear/local/secrets';
import type { AdminSite } from '@inkbear/e2e/sign-in-admin';
import {
  applySecrets,
  helm,
  kubectl,
  namespace,
  openGateway,
  publicUrl,
  readJson,
  release,
  upgrade,
  waitUntilReady,
} from './cluster.ts';
import { type ClusterEnv, readClusterEnv } from './env.ts';
import type { LoopbackForwarder } from './loopback-forwarder.ts';
import { resetSignInRateLimits } from './sign-in-counts.ts';
import { createVolumes } from './volumes.ts';

/** The tag of the images that the run has imported. */
export const imageTag = 'test';

/** Remembers the admin's password for spec files that use an earlier installation. The release does not read it. */
const adminSecret = 'test-admin';

export interface Installation {
  readonly env: ClusterEnv;
  readonly gateway: LoopbackForwarder;
  readonly site: AdminSite;
}

/** The environment of the run; specs are not collected without one. */
export function requireEnv(): ClusterEnv {
  const env = readClusterEnv();
  if (env === null) throw new Error('Set KUBECONFIG and CLUSTER_IMPORT.');
  return env;
}

/** Deletes the release with its namespace and all data. */
export async function removeInstallation(): Promise<void> {
  if (await isInstalled()) await helm(['uninstall', release, '--wait', '--timeout=3m']);
  await kubectl(['delete', 'namespace', namespace, '--ignore-not-found', '--wait', '--timeout=3m']);
}

/** Installs the release as the how-to describes it, into a new namespace. */
export async function installFromNothing(): Promise<void> {
  const env = requireEnv();
  await removeInstallation();
  await createVolumes(env);
  await kubectl(['apply', `--filename=${path.join(repositoryRoot, 'k8s/base/namespace.yaml')}`]);
  await kubectl(['apply', `--kustomize=${path.join(repositoryRoot, 'k8s/backups')}`]);
  const adminPassword = randomPassword();
  await applySecrets(adminPassword);
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: adminSecret }, stringData: { adminPassword } };
  await kubectl(['apply', '--filename=-'], { input: JSON.stringify(secret) });
  await upgrade(imageTag);
}

/** The running installation, which the first spec file creates and all others share. */
export async function useInstallation(): Promise<Installation> {
  const env = requireEnv();
  if (!(await isInstalled())) await installFromNothing();
  await waitUntilReady();
  // All spec files register from one address, which may do so only 120 times in ten minutes.
  await resetSignInRateLimits();
  const { data } = await readJson<{ data: { adminPassword: string } }>('get', 'secret', adminSecret);
  const adminPassword = Buffer.from(data.adminPassword, 'base64').toString();
  return { env, gateway: await openGateway(), site: { url: publicUrl, demo: { adminPassword } } };
}

async function isInstalled(): Promise<boolean> {
  const releases = JSON.parse(await helm(['list', '--all', '--output=json'])) as { name: string }[];
  return releases.some(({ name }) => name === release);
}
