import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import type { Frontend } from './frontends.ts';
import { classNames, swc } from './loaders.ts';

const outputFolder = path.join(import.meta.dirname, '../dist/prerender');

/** Resolved from node_modules, so that all bundles share one copy of each. */
const shared = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/server',
  'react-dom/client',
  'react-router-dom',
  '@tanstack/react-query',
  'zod',
  '@module-federation/runtime',
];

/** A module of a frontend that the build runs for prerendering. */
export interface PrerenderEntry {
  readonly frontend: Frontend;
  /** Its file under `src/`, without the extension. */
  readonly entry: string;
}

const fileOf = ({ frontend, entry }: PrerenderEntry, ending: string): string =>
  path.join(outputFolder, `${frontend.name}-${entry}.${ending}`);
export const scriptOf = (entry: PrerenderEntry): string => fileOf(entry, 'cjs');
/** The styles of the entry's components, without the shell's, which every page has. */
export const stylesOf = (entry: PrerenderEntry): string => fileOf(entry, 'css');

/** Bundles an entry as CommonJS for Node, without federation, with the same class names as in the browser build. */
export function prerenderConfig({ frontend: { name, folder }, entry }: PrerenderEntry): Configuration {
  return {
    name: `${name}, ${entry}, for prerendering`,
    mode: 'production',
    target: 'node24',
    context: folder,
    entry: { [`${name}-${entry}`]: `./src/${entry}.tsx` },
    devtool: false,
    externals: Object.fromEntries(shared.map((key) => [key, `commonjs ${key}`])),
    output: {
      path: outputFolder,
      filename: '[name].cjs',
      publicPath: `/mfe/${name}/`,
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      library: { type: 'commonjs2' },
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      rules: [
        { test: /\.[cm]?tsx?$/, exclude: /node_modules/, use: swc(false) },
        {
          test: /\.css$/,
          use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: classNames(false) } }],
        },
        { test: /\.(woff2|svg|png|webp|avif)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    plugins: [
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      new MiniCssExtractPlugin({ filename: '[name].css', ignoreOrder: true }),
    ],
    optimization: { minimize: false },
    performance: false,
    infrastructureLogging: { level: 'warn' },
  };
}
