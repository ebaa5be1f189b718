import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { faults } from '../../../scripts/safeguard-faults/index.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

describe('the faults that `npm run test:safeguards` injects', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    '%s: matches its source exactly once, and its tests exist',
    (_name, fault) => {
      const source = readFileSync(path.join(root, fault.file), 'utf8');
      expect(source.split(fault.find)).toHaveLength(2);
      expect(fault.replace).not.toBe(fault.find);
      expect(fault.tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    },
  );
});
