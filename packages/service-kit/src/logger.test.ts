import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import { createLogger } from './logger.ts';

describe('createLogger', () => {
  it('redacts secrets and prose at any depth', () => {
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const logger = createLogger('test', 'info');
    Object.assign(logger, {
      [Object.getOwnPropertySymbols(logger).find((symbol) => String(symbol).includes('pino.stream')) as symbol]:
        new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }),
    });
    logger.info(
      {
        password: 'violet',
        body: { content: 'a manuscript', changes: [1] },
        a: { b: { token: 'jwt' } },
        email: 'seen@example.com',
      },
      'hello',
    );
    logger.error(
      { err: Object.assign(new Error('sentence'), { document: { content: 'a manuscript' }, code: 11000 }) },
      'failed',
    );
    write.mockRestore();
    const text = lines.join('');
    expect(text).toMatch(/"service":"test"/);
    expect(text).toContain('[cut]');
    expect(text).toContain('11000');
    expect(text).not.toMatch(/violet|manuscript|jwt/);
  });

  it('writes each message as one line of JSON with the time in UTC', () => {
    const script = `
      import { createLogger } from '@inkbear/service-kit/logger';
      createLogger('example', 'info').info({ name: 'a\\n{"level":50}' }, 'line_written');`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, TZ: 'Asia/Tokyo' },
      encoding: 'utf8',
    });
    const [line = '', ...rest] = stdout.split('\n');
    expect(rest).toEqual(['']);
    const fields = JSON.parse(line) as Record<string, string>;
    expect(fields).toMatchObject({ msg: 'line_written', name: 'a\n{"level":50}', service: 'example' });
    expect(fields['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(Math.abs(Date.parse(fields['time'] ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('survives a full disk', () => {
    const script = `
      import { createLogger } from '@inkbear/service-kit/logger';
      const logger = createLogger('example', 'info');
      logger.info('lost for now');
      setTimeout(() => { logger.info('again'); process.exitCode = 7; }, 20);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([7, '']);
  });
});
