import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setSessionNiceness } from './session-niceness.ts';

const hasSessionGroups = existsSync('/proc/self/autogroup');

describe('setSessionNiceness', () => {
  let child: ChildProcess;
  beforeAll(async () => {
    child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'ignore' });
    await once(child, 'spawn');
  });
  afterAll(() => void child.kill());

  (hasSessionGroups ? it : it.skip)('lowers the share of the whole session, and of no other one', async () => {
    const own = readFileSync('/proc/self/autogroup', 'utf8');
    await setSessionNiceness(child.pid ?? 0, 10);
    expect(readFileSync(`/proc/${child.pid}/autogroup`, 'utf8')).toMatch(/nice 10$/m);
    expect(readFileSync('/proc/self/autogroup', 'utf8')).toBe(own);
  });

  it('does nothing where the system has no groups of sessions', async () => {
    await setSessionNiceness(child.pid ?? 0, 10, '/proc/no-such-file');
    expect(existsSync('/proc/no-such-file')).toBe(false);
  });
});
