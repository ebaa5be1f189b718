import { Health } from '@inkbear/service-kit/health';
import { createHttpApp } from '@inkbear/service-kit/http-app';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { RequestHandler } from 'express';
import { Gateway } from '../gateway.ts';
import { pathOf } from '../proxy/api.routes.ts';
import { FolderFrontend } from '../web-app/folder-frontend.ts';
import type { Frontend } from '../web-app/frontend.ts';
import type { FrontendServerEnv } from './env.ts';

/**
 * Serves one frontend over HTTP, for a gateway that is configured with its URL. The image of a frontend consists of
 * this server and a build folder.
 */
export function createFrontendServer(env: FrontendServerEnv, logger: Logger): Gateway {
  const frontend = new FolderFrontend(env.FRONTEND, env.FRONTEND_FOLDER);
  const health = new Health();
  health.add('build', async () => (await frontend.findAssets()) !== null);
  const app = createHttpApp({ logger, health: health.handler, routers: [serveFrontend(frontend)] });
  return new Gateway({
    app,
    host: env.HOST,
    port: env.PORT,
    health,
    logger,
    lifecycleHooks: [{ stop: () => frontend.close() }],
  });
}

function serveFrontend(frontend: Frontend): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const file = pathOf(req).slice(1);
    res.locals['routeId'] = 'asset';
    if (file === 'assets.json') send(await frontend.findAssets());
    else if (file === 'index.html') send(await frontend.findTemplate());
    else if (file === 'pages.json') send(await frontend.findPages());
    else if (!(await frontend.serve(req, res, file))) throw new ProblemError('request.not_found');

    /** Sends a metadata file, which only the gateway requests. */
    function send(body: object | string | null): void {
      if (body === null) throw new ProblemError('request.not_found');
      res.send(body);
    }
  };
}
