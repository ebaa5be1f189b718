import { expect, it } from '@jest/globals';
import { createInstance } from '@module-federation/runtime';
import { retrySharedModules } from './retry-shared-modules.ts';

it('requests a shared module again after a failed load', async () => {
  let requests = 0;
  const federation = createInstance({
    name: 'test',
    remotes: [],
    plugins: [retrySharedModules],
    shared: {
      antd: {
        version: '6.0.0',
        get: () => {
          requests += 1;
          return requests === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(() => ({ Modal: 'a modal' }));
        },
        shareConfig: { singleton: true, requiredVersion: false },
      },
    },
  });
  await expect(federation.loadShare('antd')).rejects.toThrow('offline');
  const factory = await federation.loadShare<{ Modal: string }>('antd');
  expect(factory && factory()?.Modal).toBe('a modal');
  await federation.loadShare('antd');
  expect(requests).toBe(2);
});
