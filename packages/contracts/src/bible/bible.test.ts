import { describe, expect, it } from '@jest/globals';
import { attributes, entryKinds } from './attributes.ts';

describe('the attributes of a story bible', () => {
  it('have unique keys that are short enough for a fact', () => {
    expect(new Set(attributes.map(({ key }) => key)).size).toBe(attributes.length);
    expect(attributes.filter(({ key }) => key.length > 40)).toEqual([]);
  });

  it('are at least forty, and each kind of entry has one of its own and “other”', () => {
    expect(attributes.length).toBeGreaterThanOrEqual(40);
    for (const kind of entryKinds) {
      const keys = attributes.filter(({ kinds }) => kinds.includes(kind)).map(({ key }) => key);
      expect(keys).toContain('other');
      expect(keys.length).toBeGreaterThan(1);
    }
  });

  it('have a priority from 1 to 5 and known kinds', () => {
    expect(attributes.filter(({ priority }) => priority < 1 || priority > 5)).toEqual([]);
    expect(attributes.flatMap(({ kinds }) => kinds).filter((kind) => !entryKinds.includes(kind))).toEqual([]);
  });
});
