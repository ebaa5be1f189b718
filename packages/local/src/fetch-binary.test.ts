import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installProgram } from './fetch-binary.ts';
import { runCommand } from './spawn-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-programs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('installProgram', () => {
  it('installs a program that two starts install at once, and leaves no partial file', async () => {
    const target = path.join(folder, 'program');
    const body = Buffer.from('#!/bin/sh\necho 1.2.3\n');
    await Promise.all(Array.from({ length: 8 }, () => installProgram(target, body)));
    expect(await runCommand(target, [], { timeoutMs: 20_000 })).toMatchObject({ code: 0, output: '1.2.3\n' });
    expect(readdirSync(folder)).toEqual(['program']);
  });
});
