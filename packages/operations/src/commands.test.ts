import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compare } from 'bcryptjs';
import { parseInput } from '@inkbear/service-kit/operation';
import { createAdminPasswordOperation } from './admin-password-command.ts';
import { commands } from './commands.ts';
import type { Target } from './target.ts';

const runbooks = path.resolve(import.meta.dirname, '../../../docs/runbooks');

describe('the table of commands', () => {
  it('has the commands that the runbooks and dashboards name', () => {
    expect(commands.map(({ name }) => name)).toEqual([
      'backup',
      'list-backups',
      'verify-backup',
      'restore',
      'dead-letters',
      'redrive',
      'rebuild',
      'reconcile',
      'make-admin',
      'erasures',
      'rotate-keys',
      'create-admin-password',
    ]);
  });

  it.each(commands)('$name has its own runbook, with the command and all its options', ({ name, runbook, options }) => {
    expect(runbook).toBe(`${name}.md`);
    const text = readFileSync(path.join(runbooks, runbook), 'utf8');
    expect(text).toContain(`npm run ops -- ${name}`);
    for (const option of Object.keys(options ?? {}))
      expect([option, text.includes(`--${option}`)]).toEqual([option, true]);
  });
});

describe('a command', () => {
  it.each(['backup', 'erasures'])('says that the database does not answer (%s)', async (name) => {
    const operation = commands.find((each) => each.name === name);
    const target = {
      backupFolder: '/nowhere',
      servers: () => ({ mongodbUri: 'mongodb://127.0.0.1:1', natsUrl: null }),
    };
    await expect(operation?.run(target as unknown as Target, parseInput(operation, []))).rejects.toThrow(
      'MongoDB does not answer. Is Inkbear running?',
    );
  });
});

describe('create-admin-password', () => {
  const run = (words: readonly string[], storeAdminPassword: Target['storeAdminPassword']) =>
    createAdminPasswordOperation.run({ storeAdminPassword } as Target, parseInput(createAdminPasswordOperation, words));
  const last = (line = ''): string => line.split(': ')[1] ?? '';

  it('prints a new password with its hash, and stores nothing', async () => {
    const stored: string[] = [];
    const [password, hash] = await run([], (each) => void stored.push(each));
    expect(last(password)).toMatch(/^[\w-]{16}$/);
    expect(await compare(last(password), last(hash))).toBe(true);
    expect(last((await run([], null))[0])).not.toBe(last(password));
    expect(stored).toEqual([]);
  });

  it('stores the password only with --store, and not in a dry run', async () => {
    const stored: string[] = [];
    const store = (each: string) => void stored.push(each);
    await run(['--store', '--dry-run'], store);
    expect(stored).toEqual([]);
    const [password] = await run(['--store'], store);
    expect(stored).toEqual([last(password)]);
    await expect(run(['--store'], null)).rejects.toThrow('There is no data folder here');
  });
});
