import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { BSON } from 'mongodb';
import { BackupChecks } from './checks.ts';
import { DamagedFileError, readCollectionFile } from './collection-file.ts';
import { compareDigests, DocumentDigest } from './document-digest.ts';
import { type CheckResult, type CollectionEntry, type Manifest, readManifest } from './manifest.ts';
import { createProgress } from './progress.ts';

export interface Verification {
  /** Files that differ from the manifest: a restore would lose or change data. */
  readonly damage: readonly string[];
  /** Rows that contradict each other. They did so in the database, too. */
  readonly contradictions: readonly string[];
  readonly checks: readonly CheckResult[];
}

/** Reads every document of a backup and compares it with the manifest. Throws when there is no valid manifest. */
export async function verifyBackup(
  folder: string,
  report: (line: string) => void,
): Promise<Verification & { readonly manifest: Manifest }> {
  const manifest = await readManifest(folder);
  const verification = await verifyFiles(folder, manifest.collections, report);
  const expected = new Set(['manifest.json', ...manifest.collections.map(({ file }) => file)]);
  const unknown = (await listFiles(folder)).filter((file) => !expected.has(file));
  const damage = [
    ...verification.damage,
    ...unknown.map((file) => `${file} is not in the manifest`),
    ...(verification.damage.length === 0 ? compareChecks(verification.checks, manifest.checks) : []),
  ];
  return { ...verification, damage, manifest };
}

/** Reads every document of these collections and runs the checks. */
export async function verifyFiles(
  folder: string,
  collections: readonly CollectionEntry[],
  report: (line: string) => void,
): Promise<Verification> {
  const checks = new BackupChecks();
  const damage: string[] = [];
  for (const entry of collections) {
    const problem = await verifyFile(folder, entry, checks, report);
    if (problem !== null) damage.push(`${entry.file} ${problem}`);
  }
  const results = checks.finish();
  return {
    damage,
    checks: results,
    // With files missing, rows that are only in them would be reported as well.
    contradictions: damage.length > 0 ? [] : results.flatMap(({ findings }) => findings),
  };
}

async function verifyFile(
  folder: string,
  entry: CollectionEntry,
  checks: BackupChecks,
  report: (line: string) => void,
): Promise<string | null> {
  const digest = new DocumentDigest();
  const showProgress = createProgress(report, entry.file);
  try {
    for await (const document of readCollectionFile(path.join(folder, entry.file))) {
      requireParseable(document);
      digest.add(document);
      checks.add(entry.database, entry.name, document);
      showProgress(digest.documents);
    }
  } catch (error) {
    if (error instanceof DamagedFileError) return error.message;
    throw error;
  }
  return compareDigests(digest.finish(), entry);
}

function requireParseable(document: Uint8Array): void {
  try {
    BSON.deserialize(document);
  } catch (error) {
    throw new DamagedFileError('has a document that is not BSON', { cause: error });
  }
}

function compareChecks(found: readonly CheckResult[], expected: readonly CheckResult[]): string[] {
  return expected.flatMap(({ name, figures }) => {
    const now = found.find((check) => check.name === name)?.figures;
    // A later release may check something else.
    return now === undefined || JSON.stringify(now) === JSON.stringify(figures)
      ? []
      : [`the sums of ${name} are ${JSON.stringify(now)} instead of ${JSON.stringify(figures)}`];
  });
}

/** All files below a folder, relative to it. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
