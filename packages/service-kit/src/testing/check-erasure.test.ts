import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { serviceNames } from '@inkbear/contracts/services';

describe('checkErasure', () => {
  it.each(serviceNames)('is called by a test of %s', (name) => {
    const folder = new URL(`../../../../services/${name}/src/`, import.meta.url);
    const suites = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.int.test.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'));
    expect(suites.some((text) => text.includes('checkErasure('))).toBe(true);
  });
});
