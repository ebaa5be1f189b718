import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import type { Frontend } from './frontends.ts';
import { classNames, swc } from './loaders.ts';

const folderOfAll = path.join(import.meta.dirname, '../dist/drawing');

/** Taken from node_modules as they are, so that all bundles share one of each. */
const shared = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/server',
  'react-dom/client',
  'react-router',
  '@tanstack/react-query',
  'zod',
  '@module-federation/runtime',
];

/** What is built to be run by this very build. */
export interface Drawing {
  readonly frontend: Frontend;
  /** Its file under `src/`, without the ending. */
  readonly entry: string;
}

const fileOf = ({ frontend, entry }: Drawing, ending: string): string =>
  path.join(folderOfAll, `${frontend.name}-${entry}.${ending}`);
export const scriptOf = (drawing: Drawing): string => fileOf(drawing, 'cjs');
/** The styles of all that the entry shows, beside those that the shell brings on every page. */
export const stylesOf = (drawing: Drawing): string => fileOf(drawing, 'css');

/** A part of a frontend as a CommonJS bundle that draws pages: no federation, the class names of the browser's. */
export function drawingConfig({ frontend: { name, folder }, entry }: Drawing): Configuration {
  return {
    name: `${name}, ${entry}, for drawing`,
    mode: 'production',
    target: 'node24',
    context: folder,
    entry: { [`${name}-${entry}`]: `./src/${entry}.tsx` },
    devtool: false,
    externals: Object.fromEntries(shared.map((key) => [key, `commonjs ${key}`])),
    output: {
      path: folderOfAll,
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
