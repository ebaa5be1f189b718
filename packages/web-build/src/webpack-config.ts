import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import path from 'node:path';
import webpack, { type Configuration, type RuleSetRule, type WebpackPluginInstance } from 'webpack';
import { AssetsPlugin } from './assets-plugin.ts';
import { facade, federation, federationAliases } from './federation.ts';
import { type Frontend, root } from './frontends.ts';
import { classNames, swc } from './loaders.ts';
import { MinifyPlugin } from './minify-plugin.ts';
import { chunkTimeoutMs, RetryPlugin } from './retry-plugin.ts';

const loader = (name: string) => path.join(import.meta.dirname, 'loaders', `${name}.ts`);
const modules = (file: string) => path.join(root, 'node_modules', file);

/**
 * For a remote that bundles its own antd: redirects the imports `antd` (of ui-kit's theme) and `antd/admin` (of the
 * remote) to its facade in `facades/`. Both then get the same copy of antd, so that the theme's React context reaches
 * the remote's components.
 */
export const antdAliases = ({ ownAntd }: Frontend): Record<string, string> =>
  ownAntd === null ? {} : { antd$: facade(ownAntd), 'antd/admin$': facade(ownAntd) };

type Mode = 'production' | 'development';

/** The webpack configuration of one frontend; all four differ only in their role. */
export function webpackConfig(frontend: Frontend, mode: Mode): Configuration {
  const dev = mode === 'development';
  const name = dev ? '[name]' : '[name].[contenthash:8]';
  return {
    name: frontend.name,
    mode,
    target: ['web', 'es2022'],
    context: frontend.folder,
    entry:
      frontend.role === 'shell'
        ? { main: [...(dev ? [path.join(import.meta.dirname, 'dev/share-refresh.cjs')] : []), './src/main.tsx'] }
        : {},
    devtool: dev ? 'cheap-module-source-map' : false,
    output: {
      path: path.join(frontend.folder, 'dist'),
      publicPath: `/mfe/${frontend.name}/`,
      filename: `${name}.js`,
      chunkFilename: `${name}.js`,
      assetModuleFilename: dev ? 'assets/[name][ext]' : 'assets/[name].[contenthash:8][ext]',
      cssFilename: `${name}.css`,
      uniqueName: `inkbear_${frontend.name}`,
      hotUpdateGlobal: `inkbear_hot_${frontend.name}`,
      chunkLoadTimeout: chunkTimeoutMs,
      // A module whose shared import failed to load runs again at the next try, instead of staying half loaded.
      strictModuleExceptionHandling: true,
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: aliases(frontend, dev) },
    module: { rules: rules(dev) },
    plugins: [
      federation(frontend, dev),
      new MiniCssExtractPlugin({ filename: `${name}.css`, chunkFilename: `${name}.css`, ignoreOrder: true }),
      new AssetsPlugin(frontend, dev),
      ...commonPlugins(mode),
      ...(dev ? [refreshPlugin(frontend)] : []),
    ],
    optimization: { minimizer: [new MinifyPlugin()], realContentHash: !dev, chunkIds: dev ? 'named' : 'deterministic' },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}

const aliases = (frontend: Frontend, dev: boolean): Record<string, string> => ({
  ...federationAliases,
  '#router': modules('react-router-dom/dist/index.mjs'),
  '#zod': path.join(import.meta.dirname, 'facades/zod.ts'),
  '#query': modules('@tanstack/react-query/build/modern/index.js'),
  ...antdAliases(frontend),
  ...(dev && frontend.role === 'remote'
    ? { 'react-refresh/runtime$': path.join(import.meta.dirname, 'dev/shell-refresh.cjs') }
    : {}),
});

const rules = (dev: boolean): RuleSetRule[] => [
  { test: /\.[cm]?tsx?$/, exclude: /node_modules/, use: swc(dev) },
  { test: /Dom[\\/]dynamicCSS\.js$/, include: /@rc-component[\\/]util/, loader: loader('dynamic-css') },
  {
    test: /\.css$/,
    use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: classNames(dev) } }],
  },
  { test: /ui-kit[\\/]src[\\/]base\.css$/, enforce: 'pre', loader: loader('tokens') },
  { test: /\.(woff2|svg|png|webp|avif)$/, type: 'asset/resource' },
  { test: /packages[\\/]contracts[\\/]src[\\/]/, enforce: 'pre', loader: loader('contracts') },
  { test: /zod[\\/]|facades[\\/]zod\.ts$/, sideEffects: false },
];

const commonPlugins = (mode: Mode): WebpackPluginInstance[] => [
  new RetryPlugin(),
  new webpack.NormalModuleReplacementPlugin(
    /zod[\\/]v4[\\/]locales[\\/]index\.js$/,
    path.join(import.meta.dirname, 'facades/zod-locales.js'),
  ),
  new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(mode) }),
];

const refreshPlugin = ({ name }: Frontend): WebpackPluginInstance =>
  new ReactRefreshPlugin({ overlay: false, library: name, include: /\.tsx$/ });
