import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath, sha256Of } from '../fetch-binary.ts';
import { cacheFolder, type Env } from '../paths.ts';
import { type Report, withHeartbeat } from '../report.ts';
import { lastLine, runCommand } from '../spawn-command.ts';
import { StartError } from '../start-error.ts';

const version = '3.5.1';
const sha256 = '7ac633a6832647e71e50012a5e3e91fbc7054414955261724526030faf271d8d';
const fileName = `zipkin-server-${version}-exec.jar`;
const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

export interface ZipkinProgram {
  readonly java: string;
  readonly jar: string;
}

/**
 * Finds Java on PATH and Zipkin in the cache folder, or downloads Zipkin with Maven, which is configured with the
 * machine's registry. Throws a StartError that names what is missing.
 */
export async function findZipkin(env: Env, report: Report): Promise<ZipkinProgram> {
  const java = await findOnPath('java', env['PATH']);
  if (!java) throw new StartError('java is not on PATH (Debian: apt install default-jre-headless maven)');
  const jar = path.join(cacheFolder(env), 'zipkin', fileName);
  const isCached = await access(jar).then(
    () => true,
    () => false,
  );
  if (!isCached) await withHeartbeat(report, 'downloading Zipkin', download(jar, env));
  return { java, jar };
}

async function download(jar: string, env: Env): Promise<void> {
  const maven = await findOnPath('mvn', env['PATH']);
  if (!maven) throw new StartError('mvn, which downloads Zipkin, is not on PATH (Debian: apt install maven)');
  await mkdir(path.dirname(jar), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(jar), 'maven-'));
  try {
    const artifact = `io.zipkin:zipkin-server:${version}:jar:exec`;
    const args = ['--batch-mode', '--quiet', copyGoal, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
    const { code, output } = await runCommand(maven, args, { cwd: folder });
    if (code !== 0) throw new StartError(`Maven could not download ${artifact} (${lastLine(output)})`);
    const file = path.join(folder, fileName);
    if ((await sha256Of(file)) !== sha256) throw new StartError(`the downloaded ${fileName} has an unexpected sha256`);
    await rename(file, jar);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
