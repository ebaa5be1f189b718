import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/**
 * Evicts a shared module (antd, zod) whose load has failed, so that its next use requests it again. The federation
 * runtime would keep the rejected promise.
 */
export const retrySharedModules: ModuleFederationRuntimePlugin = {
  name: 'inkbear-retry-shared-modules',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (shared.loaded !== true) shared.loading = null;
  },
};
