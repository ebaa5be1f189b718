import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '@inkbear/local/paths';
import { appImages, configOf } from './images.ts';

const dockerfile = readFileSync(path.join(repositoryRoot, 'Dockerfile'), 'utf8');
/** The instructions of a stage, without those of the stage that it begins from. */
const readStage = (name: string): string[] =>
  (dockerfile.split(/^FROM /m).find((stage) => stage.split('\n', 1)[0]?.endsWith(` AS ${name}`)) ?? '')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
const argumentsOf = (stage: string, instruction: string): string[] =>
  readStage(stage)
    .filter((line) => line.startsWith(`${instruction} `))
    .flatMap((line) => line.slice(instruction.length + 1).split(' '));
const readJson = (stage: string, instruction: string): unknown =>
  JSON.parse(argumentsOf(stage, instruction).join(' ')) as unknown;

describe('the Dockerfile', () => {
  it('runs every image in production mode', () => {
    expect(argumentsOf('base', 'ENV')).toContain('NODE_ENV=production');
    expect(dockerfile.match(/NODE_ENV=\w+/g)).toEqual(['NODE_ENV=production']);
  });

  it('copies no history of the repository', () => {
    const ignored = readFileSync(path.join(repositoryRoot, '.dockerignore'), 'utf8').trim().split('\n');
    const admitted = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(ignored[0]).toBe('**');
    expect(admitted).toContain('services');
    expect(admitted.filter((line) => /^\.(?!npmrc$)|\*\*/.test(line))).toEqual([]);
  });
});

describe('images without a container engine', () => {
  it.each(appImages)('$name has the settings of the Dockerfile', (image) => {
    const isFrontend = image.workspace.startsWith('frontends/');
    expect(configOf(image)).toEqual({
      Entrypoint: readJson('base', 'ENTRYPOINT'),
      Cmd: readJson('base', 'CMD'),
      Env: [...argumentsOf('base', 'ENV'), ...(isFrontend ? argumentsOf('frontend', 'ENV') : [])],
      ExposedPorts: Object.fromEntries(argumentsOf('base', 'EXPOSE').map((port) => [`${port}/tcp`, {}])),
      StopSignal: argumentsOf('base', 'STOPSIGNAL')[0],
      WorkingDir: argumentsOf('base', 'WORKDIR')[0],
      User: argumentsOf('base', 'USER')[0],
    });
  });
});
