import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { pinnedNode, repositoryRoot } from './paths.ts';
import type { ProcessPlan } from './process-plan.ts';
import { findRunProcesses, isAlive } from './processes-of-run.ts';
import { Supervisor } from './supervisor.ts';

const timing = { failedStartMs: 2000, backoffMs: 20, maxBackoffMs: 80, graceMs: 400, readyMs: 4000 };
let folder: string;
let reported: string[];
let supervisor: Supervisor;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-supervisor-'));
  reported = [];
  supervisor = new Supervisor(randomUUID(), (line) => reported.push(line), timing);
});
afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The lines that the test processes have appended to their shared log file. */
const writtenLines = (): string[] =>
  existsSync(path.join(folder, 'lines.log'))
    ? readFileSync(path.join(folder, 'lines.log'), 'utf8').trim().split('\n')
    : [];
/** Code that appends a line to the shared log file. */
const note = (line: string): string =>
  `require('node:fs').appendFileSync(${JSON.stringify(path.join(folder, 'lines.log'))}, '${line}\\n');`;

/** A small process that records its start and its SIGTERM. */
const plan = (name: string, more: Partial<ProcessPlan> & { script?: string } = {}): ProcessPlan => {
  const {
    script = `process.on('SIGTERM', () => { ${note(`${name} stopped`)} process.exit(0); }); ${note(`${name} up`)} setInterval(() => {}, 1000);`,
    ...rest
  } = more;
  return {
    name,
    command: pinnedNode,
    args: ['-e', script],
    cwd: folder,
    env: {},
    url: '',
    logFile: path.join(folder, `${name}.log`),
    stopRank: 1,
    whyNotReady: async () => (writtenLines().includes(`${name} up`) ? undefined : 'not up'),
    ...rest,
  };
};

describe('Supervisor', () => {
  it('waits until all processes are ready, and stops all of them in the order of their ranks', async () => {
    await supervisor.startAll([plan('gateway', { stopRank: 0 }), plan('books'), plan('mongod', { stopRank: 3 })]);
    expect(writtenLines().toSorted()).toEqual(['books up', 'gateway up', 'mongod up']);
    await supervisor.stop();
    expect(writtenLines().slice(-3)).toEqual(['gateway stopped', 'books stopped', 'mongod stopped']);
    expect(findRunProcesses(supervisor.runId)).toEqual([]);
  });

  it('restarts a killed process and reports the path of its log', async () => {
    await supervisor.startAll([plan('books')]);
    const [books] = supervisor.processes;
    const killedPid = books?.pid;
    books?.kill('SIGKILL');
    await eventually(() => books?.pid !== undefined && books.pid !== killedPid && writtenLines().length === 2);
    expect(reported.join('\n')).toMatch(/books exited unexpectedly \(SIGKILL\).*books\.log/);
  });

  it('gives up on a process that never starts, and reports its last log lines', async () => {
    const script = 'console.log(JSON.stringify({ level: 60, msg: "PORT is missing" })); process.exit(3)';
    await expect(supervisor.startAll([plan('books', { script })])).rejects.toThrow(
      /books does not start: it exited 3 times in a row \(code 3\)[^]*PORT is missing/,
    );
  });

  it('reports a missing program', async () => {
    await expect(supervisor.startAll([plan('books', { command: '/no/such/program' })])).rejects.toThrow(/ENOENT/);
  });

  it('reports why a process does not become ready', async () => {
    const impatient = new Supervisor(randomUUID(), () => undefined, { ...timing, readyMs: 300 });
    await expect(
      impatient.startAll([plan('books', { whyNotReady: async () => 'NATS is unavailable' })]),
    ).rejects.toThrow(/books is not ready after 0.3 s \(NATS is unavailable\)/);
    await impatient.stop();
  });

  it('kills a process that ignores SIGTERM', async () => {
    await supervisor.startAll([
      plan('books', { script: `process.on('SIGTERM', () => {}); ${note('books up')} setInterval(() => {}, 1000)` }),
    ]);
    const pid = supervisor.processes[0]?.pid ?? 0;
    await supervisor.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('does not restart a stopped process until `restart`', async () => {
    await supervisor.startAll([plan('books')]);
    const [books] = supervisor.processes;
    await books?.stop();
    await sleep(150);
    expect(books?.pid).toBeUndefined();
    await books?.restart();
    expect(books?.pid).toBeDefined();
  });

  it('leaves no child or grandchild process running when it is killed itself', async () => {
    const runId = randomUUID();
    const child = {
      ...plan('mongod', { stopRank: 3 }),
      args: [
        '-e',
        `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true }); ${note('mongod up')} process.on('SIGTERM', () => { ${note('mongod stopped')} process.exit(0) }); setInterval(() => {}, 1000)`,
      ],
    };
    const script = path.join(folder, 'supervise.ts');
    writeFileSync(
      script,
      `
      const { Supervisor } = await import(${JSON.stringify(pathToFileURL(path.join(repositoryRoot, 'packages/local/src/supervisor.ts')).href)});
      const supervisor = new Supervisor(${JSON.stringify(runId)}, () => undefined);
      await supervisor.startAll([{ ...${JSON.stringify(child)}, whyNotReady: async () => undefined }]);
      setInterval(() => {}, 1000);`,
    );
    const supervising = spawn(pinnedNode, ['--no-warnings', script], { stdio: 'ignore' });
    await eventually(() => writtenLines().includes('mongod up') && findRunProcesses(runId).length === 2);
    supervising.kill('SIGKILL');
    await once(supervising, 'exit');
    await eventually(() => findRunProcesses(runId).length === 0);
    expect(writtenLines()).toEqual(['mongod up', 'mongod stopped']);
  });
});
