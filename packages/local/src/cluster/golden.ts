import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../paths.ts';

export interface EnvEntry {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}
interface Probe {
  exec?: object;
  httpGet?: { path: string; port: string };
}
export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: EnvEntry[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests: { cpu: string; memory: string } };
  restartPolicy?: string;
  securityContext: object;
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}
export interface PodSpec {
  automountServiceAccountToken: boolean;
  priorityClassName?: string;
  securityContext: object;
  initContainers?: Container[];
  containers: Container[];
  volumes?: {
    name: string;
    secret?: { secretName: string; items: { key: string }[] };
    persistentVolumeClaim?: object;
  }[];
}
interface PolicyPeer {
  podSelector?: { matchLabels: Record<string, string>; matchExpressions?: object[] };
}
export interface PolicyRule {
  ports?: { port: number }[];
  from?: PolicyPeer[];
  to?: PolicyPeer[];
}
export interface Manifest {
  kind: string;
  metadata: {
    name: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    clusterIP?: string;
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    jobTemplate?: { spec: { template: { metadata: { labels: Record<string, string> }; spec: PodSpec } } };
    ports?: { port: number; targetPort: string }[];
    ingress?: PolicyRule[];
    egress?: PolicyRule[];
    metrics?: { type: string; pods?: object }[];
  } & Partial<PodSpec>;
}

/** Path of a file in the repository. */
export const fileOf = (...names: string[]): string => path.join(repositoryRoot, ...names);

export const readYaml = (...names: string[]): Record<string, Record<string, unknown>> =>
  parse(readFileSync(fileOf(...names), 'utf8')) as Record<string, Record<string, unknown>>;

/** The manifests that the chart renders for a set of values in charts/inkbear/golden. */
export function readGolden(name: string): Manifest[] {
  return parseAllDocuments(readFileSync(fileOf(`charts/inkbear/golden/${name}.yaml`), 'utf8'))
    .map((document) => document.toJS() as Manifest | null)
    .filter((each) => each !== null);
}

/** What Helm prints after the installation with a set of values. */
export const readGoldenNotes = (name: string): string =>
  readFileSync(fileOf(`charts/inkbear/golden/${name}.notes.txt`), 'utf8');

export function findManifest(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`The golden render has no ${kind} ${name}; run: npm run chart -- update`);
  return found;
}

/** The pod of a workload, of a CronJob or of a Pod manifest. */
export const podOf = ({ spec }: Manifest): PodSpec =>
  spec.template?.spec ?? spec.jobTemplate?.spec.template.spec ?? (spec as PodSpec);
