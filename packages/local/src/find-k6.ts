import path from 'node:path';
import { findOnPath, isExecutable } from './fetch-binary.ts';
import { goInstall } from './go-install.ts';
import { cacheFolder, type Env } from './paths.ts';
import { withHeartbeat, type Report } from './report.ts';
import { messageOf, StartError } from './start-error.ts';

/** The release that the types of `packages/load/scenarios` describe. */
const release = 'v1.8.1';

/** Finds the load generator k6: on PATH, in the cache folder, or compiled with `go install`. */
export async function findK6(env: Env, report: Report): Promise<string> {
  const target = path.join(cacheFolder(env), 'k6', `go-${release}`, 'k6');
  const found = (await findOnPath('k6', env['PATH'])) ?? ((await isExecutable(target)) ? target : undefined);
  if (found !== undefined) return found;
  report(`Compiling k6 ${release} (once; it is stored in the cache folder)…`);
  try {
    await withHeartbeat(report, 'compiling k6', goInstall(`go.k6.io/k6@${release}`, target, env));
  } catch (error) {
    throw new StartError(`No k6 was found or compiled: ${messageOf(error)}. Install k6 ${release}, or Go.`);
  }
  return target;
}
