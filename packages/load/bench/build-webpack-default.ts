// The baseline of the build and pages benchmarks: builds one frontend with the defaults of webpack and Module Federation.
// `node build-webpack-default.ts <frontend> <folder>`. It has only the loaders that the sources need; minimizer,
// manifests, sharing and the start of the shell are defaults.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetsPlugin } from '@inkbear/web-build/assets-plugin';
import { containerName } from '@inkbear/web-build/federation';
import { type Frontend, listFrontends } from '@inkbear/web-build/frontends';
import { classNames, swc } from '@inkbear/web-build/loaders';
import { antdAliases } from '@inkbear/web-build/webpack-config';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration } from 'webpack';

const loader = (name: string) => import.meta.resolve(`@inkbear/web-build/loaders/${name}`).replace('file://', '');
const manifestOf = (name: string) => `/mfe/${name}/mf-manifest.json`;

/** One copy of each while the pages run, as React demands; antd is each remote's own. */
const shared = Object.fromEntries(
  ['react', 'react-dom', 'react-router', '@tanstack/react-query'].map((name) => [name, { singleton: true }]),
);

function federation({ name, role }: Frontend) {
  const remotes = listFrontends().filter((frontend) => frontend.role === 'remote');
  return role === 'shell'
    ? new ModuleFederationPlugin({
        name: 'shell',
        shared,
        dts: false,
        remotes: Object.fromEntries(
          remotes.map((remote) => [remote.name, `${containerName(remote.name)}@${manifestOf(remote.name)}`]),
        ),
      })
    : new ModuleFederationPlugin({
        name: containerName(name),
        shared,
        dts: false,
        filename: 'remoteEntry.js',
        exposes: { './remote': './src/remote.tsx' },
      });
}

function configOf(frontend: Frontend, folder: string): Configuration {
  const { name, role } = frontend;
  return {
    mode: 'production',
    context: frontend.folder,
    // Shared modules load asynchronously, so the shell starts behind a dynamic import.
    entry:
      role === 'shell'
        ? { main: `data:text/javascript,import(${JSON.stringify(path.join(frontend.folder, 'src/main.tsx'))})` }
        : {},
    output: {
      path: folder,
      publicPath: `/mfe/${name}/`,
      filename: '[name].[contenthash:8].js',
      uniqueName: containerName(name),
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: antdAliases(frontend) },
    module: {
      rules: [
        { test: /\.[cm]?tsx?$/, exclude: /node_modules/, use: swc(false) },
        {
          test: /\.css$/,
          use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: classNames(false) } }],
        },
        { test: /ui-kit[\\/]src[\\/]base\.css$/, enforce: 'pre', loader: loader('tokens') },
        // Without it the gateway's CSP blocks antd's styles.
        { test: /Dom[\\/]dynamicCSS\.js$/, include: /@rc-component[\\/]util/, loader: loader('dynamic-css') },
        { test: /\.(woff2|svg|png|webp|avif)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      federation(frontend),
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css', ignoreOrder: true }),
      ...(role === 'shell' ? [new AssetsPlugin(frontend, false)] : []),
    ],
    performance: false,
  };
}

const [, , name = '', folder = ''] = process.argv;
const [frontend] = listFrontends([name]);
if (!frontend || folder === '') throw new Error('usage: node build-webpack-default.ts <frontend> <folder>');
webpack(configOf(frontend, path.resolve(folder)), async (error, stats) => {
  if (error) throw error;
  if (stats?.hasErrors() === true) throw new Error(stats.toString({ preset: 'errors-only' }));
  if (frontend.role === 'remote')
    await writeFile(
      path.join(folder, 'assets.json'),
      JSON.stringify({ entry: manifestOf(name), css: [], preload: [] }),
    );
});
