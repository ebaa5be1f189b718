import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from './run.ts';

/** The part of an image's configuration that a runtime reads; the same as the last lines of the Dockerfile. */
export interface ImageConfig {
  readonly Entrypoint: readonly string[];
  readonly Cmd?: readonly string[];
  readonly Env: readonly string[];
  readonly ExposedPorts?: Readonly<Record<string, object>>;
  readonly StopSignal?: string;
  readonly WorkingDir?: string;
  readonly User: string;
}

/** A layer of an image: an uncompressed tar file. */
export interface Layer {
  readonly file: string;
  readonly digest: string;
  readonly bytes: number;
}

const blobName = (digest: string): string => `blobs/${digest.replace(':', '/')}`;
const digestOf = (content: string): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** Packs folders into one layer, owned by root. `at` is the place of each folder in the image. */
export async function createLayer(file: string, folders: readonly { from: string; at: string }[]): Promise<Layer> {
  await rm(file, { force: true });
  const reproducible = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--format=posix'];
  for (const [index, { from, at }] of folders.entries()) {
    const prefix = at === '' ? [] : [`--transform=s,^\\.,./${at},rSH`];
    const mode = index === 0 ? '--create' : '--append';
    await run('tar', [mode, `--file=${file}`, ...reproducible, ...prefix, `--directory=${from}`, '.']);
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file, digest: `sha256:${hash.digest('hex')}`, bytes: (await stat(file)).size };
}

/** Writes an archive in the OCI image layout, which `ctr images import`, `docker load` and others read. */
export async function writeArchive(
  file: string,
  name: string,
  config: ImageConfig,
  layers: readonly Layer[],
): Promise<void> {
  const folder = `${file}.layout`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'blobs/sha256'), { recursive: true });
  const image = JSON.stringify({
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
  });
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: descriptor('application/vnd.oci.image.config.v1+json', image),
    layers: layers.map(({ digest, bytes }) => ({
      mediaType: 'application/vnd.oci.image.layer.v1.tar',
      digest,
      size: bytes,
    })),
  });
  const annotations = { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': name.split(':').at(-1) };
  const index = {
    schemaVersion: 2,
    manifests: [{ ...descriptor('application/vnd.oci.image.manifest.v1+json', manifest), annotations }],
  };
  await writeFile(path.join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  await writeFile(path.join(folder, 'index.json'), JSON.stringify(index));
  for (const content of [image, manifest]) await writeFile(path.join(folder, blobName(digestOf(content))), content);
  for (const layer of layers) await link(layer.file, path.join(folder, blobName(layer.digest)));
  await run('tar', ['--create', `--file=${file}`, `--directory=${folder}`, 'oci-layout', 'index.json', 'blobs']);
  await rm(folder, { recursive: true });
}

const descriptor = (mediaType: string, content: string) => ({
  mediaType,
  digest: digestOf(content),
  size: Buffer.byteLength(content),
});
