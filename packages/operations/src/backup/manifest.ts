import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { OperationError } from '@inkbear/service-kit/operation';
import { z } from 'zod';

/** Incremented when a file of an older release can no longer be read as before. */
const formatVersion = 1;
const manifestName = 'manifest.json';

const jsonObject = z.record(z.string(), z.unknown());
const collection = z.object({
  database: z.string(),
  name: z.string(),
  /** Relative to the backup's folder. */
  file: z.string(),
  /** Options of `create` and keys with options of each index, as extended JSON. */
  options: jsonObject,
  indexes: z.array(jsonObject),
  documents: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
const checkResult = z.object({
  name: z.string(),
  figures: z.record(z.string(), z.int()),
  findings: z.array(z.string()),
});
const manifest = z.object({
  format: z.literal(formatVersion),
  createdAt: z.iso.datetime(),
  /** The one moment of all data. */
  snapshotAt: z.iso.datetime(),
  /** The same as the server's cluster time. */
  clusterTime: z.object({ seconds: z.int(), increment: z.int() }),
  mongodb: z.string(),
  /** The last migration of each database: the release that wrote it, or a later one, can read it. */
  migrations: z.record(z.string(), z.string()),
  collections: z.array(collection),
  checks: z.array(checkResult),
});
const signedManifest = z.object({ sha256: z.string(), manifest: jsonObject });
export type Manifest = z.output<typeof manifest>;
export type CollectionEntry = z.output<typeof collection>;
export type CheckResult = z.output<typeof checkResult>;

/** `JSON.stringify` gives the same text again after `JSON.parse`. */
const hashOf = (content: object): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Writes the manifest with its own hash and waits until it is on the disk. */
export async function writeManifest(folder: string, content: Omit<Manifest, 'format'>): Promise<void> {
  const signed = { format: formatVersion, ...content };
  const text = JSON.stringify({ sha256: hashOf(signed), manifest: signed }, null, 2);
  const file = await open(path.join(folder, manifestName), 'wx', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws an OperationError that says what is wrong with the folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = signedManifest.safeParse(parseJson(await readManifestFile(folder)));
  if (!file.success || file.data.sha256 !== hashOf(file.data.manifest))
    throw new OperationError(`${manifestName} in ${folder} is damaged.`);
  const content = file.data.manifest;
  if (content['format'] !== formatVersion)
    throw new OperationError(
      `This release reads backups of format ${formatVersion}, and ${folder} has format ${String(content['format'])}.`,
    );
  return manifest.parse(content);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readManifestFile(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, manifestName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new OperationError(`${folder} is not a complete backup: it has no ${manifestName}, which is written last.`);
  }
}
