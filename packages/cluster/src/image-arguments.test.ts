import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pinnedNode } from '@inkbear/local/paths';
import { readImageArguments, usage } from './image-arguments.ts';
import { appImages, repository } from './images.ts';

describe('the arguments of `npm run images`', () => {
  it('build all images into a folder by default', () => {
    expect(readImageArguments([])).toEqual({
      kind: 'build',
      images: appImages,
      repository,
      tag: '0.0.0',
      withServers: false,
      destination: { kind: 'folder', folder: path.resolve('images') },
    });
  });

  it('choose images, their repository and tag, and a command for the archives', () => {
    const words = [
      'books',
      'gateway',
      '--servers',
      '--repository=r.example/x',
      '--tag',
      '1.4.1',
      '--import',
      'ctr load',
    ];
    expect(readImageArguments(words)).toMatchObject({
      images: appImages.filter(({ name }) => name === 'books' || name === 'gateway'),
      repository: 'r.example/x',
      tag: '1.4.1',
      withServers: true,
      destination: { kind: 'command', command: 'ctr load' },
    });
    expect(readImageArguments(['--out', '/tmp/archives'])).toMatchObject({
      destination: { kind: 'folder', folder: '/tmp/archives' },
    });
  });

  it.each([
    [['--out', 'images', '--import', 'ctr load'], '--out and --import exclude each other'],
    [['books', 'nothing'], 'There is no image nothing.'],
    [['--unknown'], '--unknown'],
    [['--tag'], '--tag'],
  ])('are refused: %j', (words, message) => {
    expect(readImageArguments(words)).toEqual({ kind: 'invalid', message: expect.stringContaining(message) });
  });
});

describe('`npm run images`', () => {
  const run = (...words: string[]) => {
    const script = path.join(import.meta.dirname, 'build-images.ts');
    const { status, stdout, stderr } = spawnSync(pinnedNode, ['--no-warnings', script, ...words], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  it('prints its help to standard output, with exit code 0', () => {
    expect(run('--help')).toEqual({ status: 0, stdout: `${usage}\n`, stderr: '' });
  });

  it('prints what is wrong to standard error, with exit code 2', () => {
    const { status, stdout, stderr } = run('--out', 'images', '--import', 'true');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--out and --import exclude each other');
  });
});
