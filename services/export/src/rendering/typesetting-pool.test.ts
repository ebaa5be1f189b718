import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { requireMemory } from './typesetting-pool.ts';

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

describe('requireMemory', () => {
  const renders = readdirSync(golden).filter((file) => file.endsWith('.yaml') && !file.endsWith('.values.yaml'));
  const mb = 1024 * 1024;

  it.each(renders)('accepts the memory limit of the pod in %s', (file) => {
    const manifests = parseAllDocuments(readFileSync(new URL(file, golden), 'utf8'));
    const container = manifests
      .map((document) => document.toJS() as Deployment | null)
      .find((manifest) => manifest?.kind === 'Deployment' && manifest.metadata.name === 'inkbear-export')?.spec.template
      .spec.containers[0];
    const setting = (name: string, standard: number) =>
      Number(container?.env.find((each) => each.name === name)?.value ?? standard);
    const podMb = Number(/^(\d+)Mi$/.exec(container?.resources.limits.memory ?? '')?.[1]);
    const size = { processes: setting('PRESS_PROCESSES', 2), heapMb: setting('PRESS_HEAP_MB', 512) };
    expect(() => requireMemory(size, podMb * mb)).not.toThrow();
    expect(() => requireMemory(size, 1024 * mb)).toThrow('MB, but the container has 1024 MB.');
  });

  it('requires as much memory as the Helm chart requests', () => {
    const template = readFileSync(new URL('../templates/_env.tpl', golden), 'utf8');
    const [, base, besidesHeap] = /\$neededMb := add (\d+) \(mul \(add (\d+) /.exec(template) ?? [];
    const size = { processes: 3, heapMb: 600 };
    const bytes = (Number(base) + size.processes * (Number(besidesHeap) + size.heapMb)) * mb;
    expect(() => requireMemory(size, bytes)).not.toThrow();
    expect(() => requireMemory(size, bytes - 1)).toThrow('MB, but the container has');
  });

  it('accepts a machine without a limit', () => {
    expect(() => requireMemory({ processes: 2, heapMb: 512 }, 0)).not.toThrow();
  });
});
