import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { stringify } from 'yaml';
import type { ClusterEnv } from './env.ts';
import { kubectl, readJson } from './cluster.ts';

const className = 'inkbear-test';
/** One for each claim of the release, and one for a claim that is deleted and created again. */
const volumeNames = ['1', '2', '3', '4'].map((name) => `${className}-${name}`);

interface Volume {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly claimRef?: { readonly name: string } };
  readonly status: { readonly phase: string };
}
interface StorageClass {
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly provisioner: string;
}
const noProvisioner = 'kubernetes.io/no-provisioner';

/** Creates volumes on a cluster without a default StorageClass that creates them. Data of an earlier installation is deleted. */
export async function createVolumes({ CLUSTER_VOLUMES }: ClusterEnv): Promise<void> {
  const { items } = await readJson<{ items: StorageClass[] }>('get', 'storageclass');
  const createsVolumes = ({ metadata, provisioner }: StorageClass) =>
    metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true' && provisioner !== noProvisioner;
  if (items.some(createsVolumes)) return;
  if (CLUSTER_VOLUMES === undefined)
    throw new Error('The cluster has no default StorageClass: set CLUSTER_VOLUMES to a folder on its only node.');
  const nodes = await readJson<{ items: { metadata: { name: string } }[] }>('get', 'nodes');
  const node = nodes.items[0]?.metadata.name ?? '';
  const manifests = [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: className, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: noProvisioner,
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    ...volumeNames.map((name) => describeVolume(name, path.join(CLUSTER_VOLUMES, name), node)),
  ];
  await kubectl(['delete', 'persistentvolume', '--ignore-not-found', ...volumeNames]);
  for (const name of volumeNames) await emptyFolder(path.join(CLUSTER_VOLUMES, name));
  await kubectl(['apply', '--filename=-'], { input: manifests.map((each) => stringify(each)).join('---\n') });
}

/** Makes volumes usable again whose claim was deleted, without the data that they had. */
export async function recycleVolumes({ CLUSTER_VOLUMES }: ClusterEnv): Promise<void> {
  if (CLUSTER_VOLUMES === undefined) return;
  // The cluster releases a volume a moment after its claim was deleted.
  const areReleased = (volumes: readonly Volume[]) => volumes.every(({ status }) => status.phase === 'Released');
  for (const { metadata } of await eventually(listVolumesWithoutClaim, areReleased, 60_000)) {
    await emptyFolder(path.join(CLUSTER_VOLUMES, metadata.name));
    await kubectl(['patch', 'persistentvolume', metadata.name, '--patch', '{"spec":{"claimRef":null}}']);
  }
}

/** The volumes whose claim does not exist any more. */
async function listVolumesWithoutClaim(): Promise<Volume[]> {
  const volumes = await readJson<{ items: Volume[] }>('get', 'persistentvolume');
  const claims = await readJson<{ items: { metadata: { name: string } }[] }>('get', 'persistentvolumeclaim');
  const existing = new Set(claims.items.map(({ metadata }) => metadata.name));
  return volumes.items.filter(
    ({ metadata, spec }) =>
      volumeNames.includes(metadata.name) && spec.claimRef !== undefined && !existing.has(spec.claimRef.name),
  );
}

async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Without a provisioner nobody gives the folder to the pod's group before the first mount.
  await chmod(folder, 0o777);
}

const describeVolume = (name: string, folder: string, node: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    capacity: { storage: '20Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: className,
    persistentVolumeReclaimPolicy: 'Retain',
    local: { path: folder },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] }],
      },
    },
  },
});
