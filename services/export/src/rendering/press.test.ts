import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { threadMemoryMb } from './press.ts';

/** Memory of the process apart from its threads: heap, fonts, the book's JSON and the PDF. */
const nonThreadMemoryMb = 256;

describe('heap limit of a typesetting thread', () => {
  it('stays below the memory limit of the pod, so that a single job fails instead of the process', () => {
    const chart = new URL('../../../../charts/inkbear/values.yaml', import.meta.url);
    const values = parse(readFileSync(chart, 'utf8')) as {
      services: { export: { resources: { limits: { memory: string } } } };
    };
    const podMb = Number.parseInt(values.services.export.resources.limits.memory, 10);
    expect(podMb).toBeGreaterThanOrEqual(threadMemoryMb + nonThreadMemoryMb);
  });
});
