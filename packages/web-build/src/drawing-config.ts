import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import type { Frontend } from './frontends.ts';
import { classNames, swc } from './loaders.ts';

export const drawingFolder = path.join(import.meta.dirname, '../dist/drawing');

/** Taken from node_modules as they are, so that both bundles share one of each. */
const shared = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server', 'react-dom/client', 'react-router', '@tanstack/react-query', 'zod', '@module-federation/runtime'];

/** A frontend as a CommonJS bundle that this very build runs to draw the public pages: no styles, no federation, the class names of the browser's. */
export function drawingConfig({ name, folder }: Frontend, entry: string): Configuration {
  return {
    name: `${name}, for drawing`,
    mode: 'production',
    target: 'node24',
    context: folder,
    entry: { [name]: entry },
    devtool: false,
    externals: Object.fromEntries(shared.map((key) => [key, `commonjs ${key}`])),
    output: { path: drawingFolder, filename: '[name].cjs', publicPath: `/mfe/${name}/`, assetModuleFilename: 'assets/[name].[contenthash:8][ext]', library: { type: 'commonjs2' } },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      rules: [
        { test: /\.[cm]?tsx?$/, exclude: /node_modules/, use: swc(false) },
        { test: /\.css$/, loader: 'css-loader', options: { modules: { ...classNames(false), exportOnlyLocals: true } } },
        { test: /\.(woff2|svg|png|webp|avif)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    optimization: { minimize: false },
    performance: false,
    infrastructureLogging: { level: 'warn' },
  };
}
