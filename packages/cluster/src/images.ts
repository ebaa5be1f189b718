import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { frontendNames, processNames } from '@inkbear/contracts/services';
import { findOnPath } from '@inkbear/local/fetch-binary';
import { findMongod } from '@inkbear/local/find-mongod';
import { findNatsServer } from '@inkbear/local/find-nats-server';
import { pinnedNode, repositoryRoot } from '@inkbear/local/paths';
import type { Report } from '@inkbear/local/report';
import { createLayer, type ImageConfig, writeArchive } from './oci-archive.ts';
import { run } from './run.ts';
import { listLibraries } from '../../../scripts/image-root.mjs';

/** A repository that no registry has, so that a missing import is noticed. */
export const repository = 'localhost/inkbear';
export const mongodbImage = 'localhost/mongod:test';
export const natsImage = 'localhost/nats-server:test';
export const prometheusImage = 'localhost/prometheus:test';

const appConfig: ImageConfig = {
  Entrypoint: ['/usr/local/bin/node'],
  Cmd: ['--no-warnings', '--v8-pool-size=1', 'dist/main.js'],
  Env: ['PATH=/usr/local/bin', 'NODE_ENV=production', 'HOST=0.0.0.0', 'PORT=8080'],
  ExposedPorts: { '8080/tcp': {}, '9464/tcp': {} },
  StopSignal: 'SIGTERM',
  WorkingDir: '/app',
  User: '10001:10001',
};
/** The settings of an image, the same as those of the Dockerfile. */
export const configOf = ({ workspace }: AppImage): ImageConfig =>
  workspace.startsWith('frontends/')
    ? { ...appConfig, Env: [...appConfig.Env, 'FRONTEND_FOLDER=/app/frontend'] }
    : appConfig;

export interface AppImage {
  readonly name: string;
  readonly workspace: string;
}

export const appImages: readonly AppImage[] = [
  ...processNames.map((name) => ({ name, workspace: name === 'gateway' ? 'gateway' : `services/${name}` })),
  { name: 'operations', workspace: 'packages/operations' },
  ...frontendNames.map((name) => ({ name: `frontend-${name}`, workspace: `frontends/${name}` })),
];

/** What to do with a finished archive; it is deleted afterwards. */
export type Deliver = (archive: string) => Promise<void>;

/** The command may have words of its own, for example `kind load image-archive`. */
export const importWith =
  (command: string): Deliver =>
  async (archive) => {
    await run('sh', ['-c', `${command} "$1"`, 'sh', archive]);
  };

/** Moves archives into a folder, which may be on another file system. */
export const moveTo =
  (folder: string): Deliver =>
  async (archive) => {
    const partial = path.join(folder, `${path.basename(archive)}.partial`);
    await cp(archive, partial);
    await rename(partial, path.join(folder, path.basename(archive)));
  };

/**
 * Builds images of the chart without a container engine, with the content of the Dockerfile. Returns their uncompressed
 * sizes in bytes, with the layer that all share.
 */
export async function buildAppImages(
  images: readonly AppImage[],
  { deliver, report, ...target }: { repository: string; tag: string; deliver: Deliver; report: Report },
): Promise<number[]> {
  return await inTemporaryFolder(async (folder) => {
    const root = path.join(folder, 'root');
    await runScript('image-root.mjs', root);
    const rootLayer = await createLayer(`${root}.layer.tar`, [{ from: root, at: '' }]);
    const sizes: number[] = [];
    for (const image of images) {
      const packed = path.join(folder, image.name);
      await runScript('pack.mjs', image.workspace, packed);
      const layer = await createLayer(`${packed}.layer.tar`, [{ from: packed, at: 'app' }]);
      const archive = path.join(folder, `inkbear-${image.name}.tar`);
      await writeArchive(archive, `${target.repository}-${image.name}:${target.tag}`, configOf(image), [
        rootLayer,
        layer,
      ]);
      await deliver(archive);
      for (const done of [archive, packed, layer.file]) await rm(done, { recursive: true });
      sizes.push(rootLayer.bytes + layer.bytes);
      report(`  ${image.name}: ${Math.round((sizes.at(-1) ?? 0) / 1e6)} MB`);
    }
    return sizes;
  });
}

/** Builds images of MongoDB, NATS and Prometheus from the programs of this machine. */
export async function buildServerImages({ deliver, report }: { deliver: Deliver; report: Report }): Promise<void> {
  const mongod = await findMongod(process.env, report, undefined);
  const natsServer = await findNatsServer(process.env, report);
  const prometheus = await findOnPath('prometheus', process.env['PATH']);
  if (prometheus === undefined) throw new Error('prometheus is not on PATH (Debian: apt install prometheus).');
  await inTemporaryFolder(async (folder) => {
    for (const [image, program, user] of [
      [mongodbImage, mongod.command, '999:999'],
      [natsImage, natsServer, '1000:1000'],
      [prometheusImage, prometheus, '65534:65534'],
    ] as const) {
      const name = path.basename(program);
      const root = path.join(folder, name);
      await mkdir(path.join(root, 'usr/bin'), { recursive: true });
      // `mkdir` alone would subtract the umask.
      await mkdir(path.join(root, 'tmp'));
      await chmod(path.join(root, 'tmp'), 0o1777);
      await cp(program, path.join(root, 'usr/bin', name), { dereference: true });
      for (const library of listLibraries(program))
        await cp(library, path.join(root, library), { recursive: true, dereference: true });
      const layer = await createLayer(`${root}.layer.tar`, [{ from: root, at: '' }]);
      const archive = `${root}.tar`;
      const config = { Entrypoint: [`/usr/bin/${name}`], Env: ['PATH=/usr/bin'], User: user };
      await writeArchive(archive, image, config, [layer]);
      await deliver(archive);
      report(`  ${image}: ${Math.round(layer.bytes / 1e6)} MB`);
    }
  });
}

const runScript = (script: string, ...args: string[]): Promise<string> =>
  run(pinnedNode, ['--no-warnings', path.join(repositoryRoot, 'scripts', script), ...args]);

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-images-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
