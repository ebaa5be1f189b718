// Hot reload of the shell and all remotes: `PORT=8081 API_URL=http://127.0.0.1:8080 node
// packages/web-build/src/dev.ts`.
import { readFileSync } from 'node:fs';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { listFrontends } from './frontends.ts';
import { readManifests } from './manifest.ts';
import { webpackConfig } from './webpack-config.ts';

const frontends = listFrontends();
const compiler = webpack(frontends.map((frontend) => webpackConfig(frontend, 'development')));
if (compiler === null) throw new Error('webpack returned no compiler');
const shell = compiler.compilers[0];
const remotes = Object.fromEntries(
  frontends.filter(({ role }) => role === 'remote').map(({ name }) => [name, `/mfe/${name}/remoteEntry.js`]),
);

const server = new WebpackDevServer(
  {
    host: process.env['HOST'] ?? '127.0.0.1',
    port: process.env['PORT'] ?? '8081',
    // The page is served by the gateway, which has another origin.
    allowedHosts: ['localhost', '127.0.0.1'],
    hot: true,
    static: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    proxy: [{ context: ['/api'], target: process.env['API_URL'] ?? 'http://127.0.0.1:8080' }],
    setupMiddlewares: (middlewares) => [
      ...middlewares,
      {
        name: 'page',
        middleware: (
          request: { method?: string; url?: string },
          response: { setHeader(name: string, value: string): void; end(text: string): void },
          next: () => void,
        ) => {
          if (
            request.method !== 'GET' ||
            request.url?.startsWith('/api') === true ||
            request.url?.startsWith('/mfe/') === true
          )
            return next();
          const read = shell?.outputFileSystem as unknown as { readFileSync: typeof readFileSync };
          const page = read.readFileSync(`${shell?.outputPath ?? ''}/index.html`, 'utf8');
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          void readManifests(frontends).then((manifests) =>
            response.end(
              page
                .replaceAll('{{nonce}}', '')
                .replace('{{remotes}}', JSON.stringify(remotes))
                .replace('{{manifests}}', JSON.stringify(manifests)),
            ),
          );
        },
      },
    ],
  },
  compiler,
);
await server.start();
