import { describe, expect, it } from '@jest/globals';
import { bundledPackages } from './build-once.ts';
import { repositoryRoot } from './paths.ts';

describe('bundledPackages', () => {
  it('lists the packages on which services and frontends depend, directly or through another package', async () => {
    expect(await bundledPackages(repositoryRoot)).toEqual([
      'contracts',
      'import',
      'manuscript-store',
      'press',
      'prose',
      'service-kit',
      'story-analysis',
      'ui-kit',
      'web-build',
      'web-kit',
    ]);
  });
});
