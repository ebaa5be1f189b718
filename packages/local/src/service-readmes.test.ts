import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { serviceNames } from '@inkbear/contracts/services';
import { repositoryRoot } from './paths.ts';

const read = (...names: string[]): string => readFileSync(path.join(repositoryRoot, ...names), 'utf8');
const headings = ['Purpose', 'Owns', 'Routes', 'Publishes', 'Consumes', 'Env', 'Failure modes'];
const mostLines = 60;
const architecture = read('docs', 'architecture.md');
/** Keys of the shape that the service's `env.ts` parses. */
const settingsOf = (name: string): string[] => [...new Set([...read('services', name, 'src', 'env.ts').matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\s*:/g)].map(([, setting = '']) => setting))];

describe.each(serviceNames)('the README of %s', (name) => {
  const readme = read('services', name, 'README.md');

  it('has the seven headings in their order, and is short', () => {
    const found = [...readme.matchAll(/^(?:\*\*|## )([A-Z][a-z]+(?: modes)?)/gm)].map(([, heading = '']) => heading).filter((heading) => headings.includes(heading));
    expect(found).toEqual(headings);
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(mostLines);
  });

  it('or the architecture names every setting that the service reads', () => {
    const isNamed = (setting: string): boolean => new RegExp(`\`${setting}[\`=]`).test(readme + architecture);
    expect(settingsOf(name).filter((setting) => !isNamed(setting))).toEqual([]);
  });

  it('names no address of a peer that the service does not read', () => {
    const [env = ''] = /\*\*Env\.\*\*[^]*?(?=\n\n)/.exec(readme) ?? [];
    const named = [...env.matchAll(/`([A-Z]+_URL)`/g)].map(([, setting = '']) => setting).filter((setting) => setting !== 'NATS_URL' && setting !== 'PUBLIC_URL');
    expect(named.filter((setting) => !settingsOf(name).includes(setting))).toEqual([]);
  });
});
