import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { processLimits } from './press.ts';

/** Memory of the service apart from its typesetting processes: heap, fonts, the book's JSON, files, and a cover of 64 megapixels. */
const serviceMemoryMb = 512;
const golden = new URL('../../../../charts/inkbear/golden/', import.meta.url);

interface Deployment {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly env: readonly { readonly name: string; readonly value?: string }[];
          readonly resources: { readonly limits: { readonly memory: string } };
        }[];
      };
    };
  };
}

describe('memory limit of a typesetting process', () => {
  const renders = readdirSync(golden).filter((file) => file.endsWith('.yaml') && !file.endsWith('.values.yaml'));

  it.each(renders)(
    'stays below the pod’s memory limit in %s, so that one document fails instead of the service',
    (file) => {
      const manifests = parseAllDocuments(readFileSync(new URL(file, golden), 'utf8'));
      const container = manifests
        .map((document) => document.toJS() as Deployment | null)
        .find((manifest) => manifest?.kind === 'Deployment' && manifest.metadata.name === 'inkbear-export')?.spec
        .template.spec.containers[0];
      const processes = Number(container?.env.find(({ name }) => name === 'PRESS_PROCESSES')?.value ?? 2);
      const podMb = Number(/^(\d+)Mi$/.exec(container?.resources.limits.memory ?? '')?.[1]);
      expect(podMb).toBeGreaterThanOrEqual(processes * processLimits.maxMemoryMb + serviceMemoryMb);
    },
  );
});
