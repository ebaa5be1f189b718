import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { frontendNames, processNames } from '@inkbear/contracts/services';
import { findOnPath } from '@inkbear/local/fetch-binary';
import { findMongod } from '@inkbear/local/find-mongod';
import { findNatsServer } from '@inkbear/local/find-nats-server';
import { pinnedNode, repositoryRoot } from '@inkbear/local/paths';
import type { Report } from '@inkbear/local/report';
import type { ClusterEnv } from './env.ts';
import { createLayer, type ImageConfig, type Layer, writeArchive } from './oci-archive.ts';
import { run } from './run.ts';
import { listLibraries } from '../../../scripts/image-root.mjs';

/** A repository that no registry has, so that a missing import is noticed. */
export const repository = 'localhost/inkbear';
export const mongodbImage = 'localhost/mongod:test';
export const natsImage = 'localhost/nats-server:test';
export const prometheusImage = 'localhost/prometheus:test';

const appConfig: ImageConfig = {
  Entrypoint: ['/usr/local/bin/node'],
  Cmd: ['--no-warnings', 'dist/main.js'],
  Env: ['PATH=/usr/local/bin', 'NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=8080', 'FRONTEND_FOLDER=/app/frontend'],
  WorkingDir: '/app',
  User: '10001:10001',
};

interface AppImage {
  readonly name: string;
  readonly workspace: string;
}

const appImages: readonly AppImage[] = [
  ...processNames.map((name) => ({ name, workspace: name === 'gateway' ? 'gateway' : `services/${name}` })),
  { name: 'operations', workspace: 'packages/operations' },
  ...frontendNames.map((name) => ({ name: `frontend-${name}`, workspace: `frontends/${name}` })),
];

export interface ImportedImage {
  readonly name: string;
  /** Uncompressed, with the layer that all images share. */
  readonly bytes: number;
}

/**
 * Builds every image of the chart without a container engine, with the content of the Dockerfile, and imports it with
 * `CLUSTER_IMPORT`. The servers are the programs of this machine.
 */
export async function importImages(
  { CLUSTER_IMPORT }: ClusterEnv,
  tag: string,
  report: Report,
): Promise<ImportedImage[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-images-'));
  try {
    const root = path.join(folder, 'root');
    await runScript('image-root.mjs', root);
    const rootLayer = await createLayer(`${root}.tar`, [{ from: root, at: '' }]);
    const imported: ImportedImage[] = [];
    for (const image of appImages) {
      imported.push(await importApp(folder, image, tag, rootLayer, CLUSTER_IMPORT));
      report(`  ${image.name}: ${Math.round((imported.at(-1)?.bytes ?? 0) / 1e6)} MB`);
    }
    await importServers(folder, CLUSTER_IMPORT, report);
    return imported;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const runScript = (script: string, ...args: string[]): Promise<string> =>
  run(pinnedNode, ['--no-warnings', path.join(repositoryRoot, 'scripts', script), ...args]);

/** The command may have words of its own, for example `lab/up.sh import`. */
async function importArchive(command: string, archive: string): Promise<void> {
  await run('sh', ['-c', `${command} "$1"`, 'sh', archive]);
  await rm(archive);
}

async function importApp(
  folder: string,
  { name, workspace }: AppImage,
  tag: string,
  rootLayer: Layer,
  command: string,
): Promise<ImportedImage> {
  const packed = path.join(folder, name);
  await runScript('pack.mjs', workspace, packed);
  const layer = await createLayer(`${packed}.layer.tar`, [{ from: packed, at: 'app' }]);
  const archive = `${packed}.tar`;
  await writeArchive(archive, `${repository}-${name}:${tag}`, appConfig, [rootLayer, layer]);
  await importArchive(command, archive);
  for (const done of [packed, layer.file]) await rm(done, { recursive: true });
  return { name, bytes: rootLayer.bytes + layer.bytes };
}

async function importServers(folder: string, command: string, report: Report): Promise<void> {
  const mongod = await findMongod(process.env, report, undefined);
  const natsServer = await findNatsServer(process.env, report);
  const prometheus = await findOnPath('prometheus', process.env['PATH']);
  if (prometheus === undefined) throw new Error('prometheus is not on PATH (Debian: apt install prometheus).');
  for (const [image, program, user] of [
    [mongodbImage, mongod.command, '999:999'],
    [natsImage, natsServer, '1000:1000'],
    [prometheusImage, prometheus, '65534:65534'],
  ] as const) {
    const name = path.basename(program);
    const root = path.join(folder, `server-${name}`);
    await mkdir(path.join(root, 'usr/bin'), { recursive: true });
    await mkdir(path.join(root, 'tmp'), { mode: 0o1777 });
    await cp(program, path.join(root, 'usr/bin', name), { dereference: true });
    for (const library of listLibraries(program))
      await cp(library, path.join(root, library), { recursive: true, dereference: true });
    const layer = await createLayer(`${root}.tar`, [{ from: root, at: '' }]);
    const config = { Entrypoint: [`/usr/bin/${name}`], Env: ['PATH=/usr/bin'], User: user };
    await writeArchive(`${root}.image.tar`, image, config, [layer]);
    await importArchive(command, `${root}.image.tar`);
  }
}
