import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as catalogue from '@inkbear/contracts/events';
import { routesOf } from '@inkbear/contracts/routes';
import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { repositoryRoot } from './paths.ts';

const read = (...names: string[]): string => readFileSync(path.join(repositoryRoot, ...names), 'utf8');
const headings = ['Purpose', 'Owns', 'Routes', 'Publishes', 'Consumes', 'Env', 'Failure modes'];
const maxLines = 60;
const architecture = read('docs', 'architecture.md');
/** Names of the settings that the service's `env.ts` parses. */
const settingsOf = (name: string): string[] => [
  ...new Set(
    [...read('services', name, 'src', 'env.ts').matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\s*:/g)].map(
      ([, setting = '']) => setting,
    ),
  ),
];

/** The paragraph that starts with a bold heading. */
const paragraph = (readme: string, heading: string): string =>
  new RegExp(`\\*\\*${heading}\\.\\*\\*([^]*?)(?=\\n\\n|$)`).exec(readme)?.[1] ?? '';
/** The texts in backticks. */
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

/** Routes in a text. `GET|PUT /api/a/{b, c}` stands for four routes. */
function routesIn(text: string): string[] {
  return codeIn(text)
    .filter((code) => code.includes(' /'))
    .flatMap((code) => {
      const [methods = '', pattern = ''] = code.split(/ (?=\/)/);
      return methods.split('|').flatMap((method) => expandBraces(pattern).map((address) => `${method} ${address}`));
    });
}

function expandBraces(address: string): string[] {
  const [whole, choices] = /\{([^{}]*)\}/.exec(address) ?? [];
  return whole === undefined || choices === undefined
    ? [address]
    : choices.split(',').flatMap((choice) => expandBraces(address.replace(whole, choice.trim())));
}

const eventTypes = new Map(
  Object.entries(catalogue).flatMap(([name, value]) =>
    'type' in value && 'owner' in value ? [[name, value] as const] : [],
  ),
);
/** Events that the service kit consumes, by the expression with which `deps.ts` subscribes to them. */
const kitEvents = {
  'entitlements.subscription': catalogue.entitlementChanged.type,
  'businessClock.subscription': catalogue.sandboxClockMoved.type,
};

/** Events imported by a service's sources: a service publishes those that it owns and consumes the others. */
function eventsOf(name: ServiceName): { published: string[]; consumed: string[] } {
  const sources = globSync(`services/${name}/src/**/*.ts`, {
    cwd: repositoryRoot,
    exclude: ['**/*.test.ts', '**/testing/**'],
  }).map((file) => read(file));
  const imports = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@inkbear\/contracts\/events'/g)].flatMap(([, list = '']) =>
      list.split(',').map((imported) => imported.trim()),
    ),
  );
  const used = [...new Set(imports)].flatMap((imported) => eventTypes.get(imported) ?? []);
  const fromKit = Object.entries(kitEvents)
    .filter(([subscription]) => read('services', name, 'src', 'deps.ts').includes(subscription))
    .map(([, type]) => type);
  return {
    published: used.filter(({ owner }) => owner === name).map(({ type }) => type),
    consumed: [
      ...used.filter(({ owner }) => owner !== name).map(({ type }) => type),
      ...fromKit,
      catalogue.userRemoved.type,
    ],
  };
}

/** Compares the items that a README lists with those that exist. */
function compare(
  listed: readonly string[],
  existing: readonly string[],
): { missingInReadme: string[]; onlyInReadme: string[] } {
  return {
    missingInReadme: [...new Set(existing)].filter((item) => !listed.includes(item)).toSorted(),
    onlyInReadme: listed.filter((item) => !existing.includes(item)).toSorted(),
  };
}
const noDifferences = { missingInReadme: [], onlyInReadme: [] };

describe.each(serviceNames)('the README of %s', (name) => {
  const readme = read('services', name, 'README.md');

  it('has the seven headings in order and at most 60 lines', () => {
    const found = [...readme.matchAll(/^(?:\*\*|## )([A-Z][a-z]+(?: modes)?)/gm)]
      .map(([, heading = '']) => heading)
      .filter((heading) => headings.includes(heading));
    expect(found).toEqual(headings);
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(maxLines);
  });

  it('lists, together with the architecture document, every setting of the service', () => {
    const isListed = (setting: string): boolean => new RegExp(`\`${setting}[\`=]`).test(readme + architecture);
    expect(settingsOf(name).filter((setting) => !isListed(setting))).toEqual([]);
  });

  it('lists no URL of another service that the service does not read', () => {
    const [env = ''] = /\*\*Env\.\*\*[^]*?(?=\n\n)/.exec(readme) ?? [];
    const listed = [...env.matchAll(/`([A-Z]+_URL)`/g)]
      .map(([, setting = '']) => setting)
      .filter((setting) => setting !== 'NATS_URL' && setting !== 'PUBLIC_URL');
    expect(listed.filter((setting) => !settingsOf(name).includes(setting))).toEqual([]);
  });

  it('lists exactly the routes of the service', () => {
    expect(
      compare(
        routesIn(paragraph(readme, 'Routes')),
        routesOf(name).map(({ method, path: address }) => `${method} ${address}`),
      ),
    ).toEqual(noDifferences);
  });

  it('lists exactly the events that the service publishes and consumes', () => {
    const { published, consumed } = eventsOf(name);
    expect({
      publishes: compare(codeIn(paragraph(readme, 'Publishes')), published),
      consumes: compare(codeIn(paragraph(readme, 'Consumes')), consumed),
    }).toEqual({ publishes: noDifferences, consumes: noDifferences });
  });
});
