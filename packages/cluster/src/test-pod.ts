import { stringify } from 'yaml';
import { kubectl, namespace as releaseNamespace } from './cluster.ts';
import { repository } from './images.ts';
import { imageTag } from './installation.ts';

export interface TestPod {
  readonly name: string;
  /** Runs with Node until the pod is deleted. */
  readonly script: string;
  /** Default: its name. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Where it listens; a Service with the name of the pod leads there. */
  readonly port?: number;
  /** Default: that of the release. */
  readonly namespace?: string;
}

/** Starts a pod of the operations image, which has nothing but Node, and waits until it runs. Replaces an older one. */
export async function startTestPod(pod: TestPod): Promise<void> {
  const { name, namespace = releaseNamespace } = pod;
  await deleteTestPod(name, namespace);
  const manifests = pod.port === undefined ? [describePod(pod)] : [describePod(pod), describeService(pod, pod.port)];
  const input = manifests.map((each) => stringify(each)).join('---\n');
  await kubectl([`--namespace=${namespace}`, 'apply', '--filename=-'], { input });
  await kubectl([`--namespace=${namespace}`, 'wait', `pod/${name}`, '--for=condition=ready', '--timeout=60s']);
}

/** Deletes the pod, if there is one, and its Service. */
export async function deleteTestPod(name: string, namespace = releaseNamespace): Promise<void> {
  const resources = [`pod/${name}`, `service/${name}`];
  await kubectl([`--namespace=${namespace}`, 'delete', ...resources, '--ignore-not-found', '--grace-period=1']);
}

const labelsOf = ({ name, labels = { 'app.kubernetes.io/name': name } }: TestPod) => labels;

const describePod = (pod: TestPod) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: pod.name, labels: labelsOf(pod) },
  spec: {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'script',
        image: `${repository}-operations:${imageTag}`,
        imagePullPolicy: 'Never',
        command: ['/usr/local/bin/node', '--input-type=module', '--eval', pod.script],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  },
});

const describeService = (pod: TestPod, port: number) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: pod.name },
  spec: { selector: labelsOf(pod), ports: [{ port, targetPort: port }] },
});
