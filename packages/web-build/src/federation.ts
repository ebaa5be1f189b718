import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import path from 'node:path';
import type { WebpackPluginInstance } from 'webpack';
import { type Frontend, root } from './frontends.ts';

/** A file that re-exports the used part of a library. */
export const facade = (name: string) => path.join(import.meta.dirname, 'facades', name);

/**
 * The modules that the shell shares with the remotes: always one copy, the shell's. antd and zod are loaded when a page
 * needs them.
 */
const sharedModules: Record<string, { eager: boolean; import?: string; version?: string }> = {
  react: { eager: true },
  'react/jsx-runtime': { eager: true },
  'react-dom': { eager: true },
  'react-dom/client': { eager: true },
  zod: { eager: false },
  'react-router-dom': { eager: true, import: facade('router.ts'), version: '7.18.5' },
  '@tanstack/react-query': { eager: true, import: facade('query.ts'), version: '5.108.0' },
  antd: { eager: false, import: facade('antd.ts'), version: '6.6.8' },
};

/** The global variable that a remote's entry sets. */
export const containerName = (name: string): string => `inkbear_${name}`;

/**
 * Module Federation of one frontend: the shell provides the shared modules; a remote exposes `./remote` and bundles
 * none of them.
 */
export function federation({ name, role, ownAntd }: Frontend, dev: boolean): WebpackPluginInstance {
  const shared = Object.fromEntries(
    Object.entries(sharedModules)
      .filter(([key]) => key !== 'antd' || ownAntd === null)
      .map(([key, { eager, ...options }]) => [
        key,
        role === 'shell'
          ? { singleton: true, requiredVersion: false as const, eager: eager || (dev && key === 'zod'), ...options }
          : { singleton: true, requiredVersion: false as const, import: false as const },
      ]),
  );
  const common = { shared, shareStrategy: 'loaded-first' as const, dts: false, dev: false };
  const plugin =
    role === 'shell'
      ? new ModuleFederationPlugin({
          name: 'shell',
          ...common,
          manifest: false,
          experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
        })
      : new ModuleFederationPlugin({
          name: containerName(name),
          ...common,
          manifest: !dev,
          filename: dev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
          exposes: { './remote': './src/remote.tsx' },
          experiments: { externalRuntime: true, optimization: { target: 'web' } },
        });
  return plugin;
}

const mf = (file: string) => path.join(root, 'node_modules/@module-federation', file);

/** Without these aliases the federation runtime is in the bundle twice, as ESM and as CommonJS. */
export const federationAliases: Record<string, string> = {
  '@module-federation/runtime-core$': mf('runtime-core/dist/index.js'),
  '@module-federation/sdk$': mf('sdk/dist/index.js'),
  '@module-federation/runtime$': mf('runtime/dist/index.js'),
  '@module-federation/webpack-bundler-runtime$': mf('webpack-bundler-runtime/dist/index.js'),
  '@module-federation/error-codes$': mf('error-codes/dist/index.mjs'),
};
