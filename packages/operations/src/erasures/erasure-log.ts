import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { OperationError } from '@inkbear/service-kit/operation';
import { z } from 'zod';
import type { ErasedAccount } from '../../../../services/auth/src/users/erasures-command.ts';

const line = z.object({ userId: z.string().min(1), erasedAt: z.iso.datetime() });

/** The log that each backup updates, beside the backups. It is never part of one. */
export const erasureLogName = 'erasures.jsonl';

/** The log beside the backups; empty before the first backup. */
export const readErasureLogBeside = async (backup: string): Promise<ErasedAccount[]> => {
  const file = path.join(path.dirname(backup), erasureLogName);
  return existsSync(file) ? await readErasureLog(file) : [];
};

/** Reads an erasure log: one JSON object per line. */
export async function readErasureLog(file: string): Promise<ErasedAccount[]> {
  return (await readFile(file, 'utf8'))
    .split('\n')
    .filter((each) => each.trim() !== '')
    .map((each, index) => parseLine(each, `${file}, line ${index + 1}`));
}

function parseLine(text: string, place: string): ErasedAccount {
  try {
    return line.parse(JSON.parse(text));
  } catch (error) {
    throw new OperationError(`${place} is not a line of an erasure log.`, { cause: error });
  }
}

/** Every account once, with its first erasure, oldest first. */
export function mergeErasures(...logs: readonly (readonly ErasedAccount[])[]): ErasedAccount[] {
  const byUser = new Map<string, ErasedAccount>();
  for (const erased of logs.flat().toSorted((a, b) => a.erasedAt.localeCompare(b.erasedAt)))
    if (!byUser.has(erased.userId)) byUser.set(erased.userId, erased);
  return [...byUser.values()];
}

/** Writes the log beside the backups atomically, readable by its owner only. */
export function writeErasureLogBeside(backup: string, erasures: readonly ErasedAccount[]): void {
  const file = path.join(path.dirname(backup), erasureLogName);
  const next = `${file}.next`;
  writeFileSync(next, erasures.map((erased) => `${JSON.stringify(erased)}\n`).join(''), { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
}
