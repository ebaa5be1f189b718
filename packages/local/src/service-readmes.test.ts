import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as catalogue from '@inkbear/contracts/events';
import { routesOf } from '@inkbear/contracts/routes';
import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { repositoryRoot } from './paths.ts';

const read = (...names: string[]): string => readFileSync(path.join(repositoryRoot, ...names), 'utf8');
const headings = ['Purpose', 'Owns', 'Routes', 'Publishes', 'Consumes', 'Env', 'Failure modes'];
const mostLines = 60;
const architecture = read('docs', 'architecture.md');
/** Names of the settings that the service's `env.ts` parses. */
const settingsOf = (name: string): string[] => [
  ...new Set(
    [...read('services', name, 'src', 'env.ts').matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\s*:/g)].map(
      ([, setting = '']) => setting,
    ),
  ),
];

/** The text of a section, up to the next empty line. */
const paragraph = (readme: string, heading: string): string =>
  new RegExp(`\\*\\*${heading}\\.\\*\\*([^]*?)(?=\\n\\n|$)`).exec(readme)?.[1] ?? '';
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside);

/** Expands abbreviations: `GET|PUT /api/a/{b, c}` stands for four routes. */
function routesNamed(text: string): string[] {
  return quoted(text)
    .filter((each) => each.includes(' /'))
    .flatMap((each) => {
      const [methods = '', address = ''] = each.split(/ (?=\/)/);
      return methods.split('|').flatMap((method) => expandBraces(address).map((one) => `${method} ${one}`));
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
/** Events that the kit consumes, by the kit part that `deps.ts` passes on. */
const kitEvents = {
  'entitlements.subscription': catalogue.entitlementChanged.type,
  'businessClock.subscription': catalogue.sandboxClockMoved.type,
};

/** Events imported by a service's sources: its own are published, the others consumed. */
function eventsOf(name: ServiceName): { published: string[]; consumed: string[] } {
  const sources = globSync(`services/${name}/src/**/*.ts`, {
    cwd: repositoryRoot,
    exclude: ['**/*.test.ts', '**/testing/**'],
  }).map((file) => read(file));
  const imports = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@inkbear\/contracts\/events'/g)].flatMap(([, list = '']) =>
      list.split(',').map((each) => each.trim()),
    ),
  );
  const used = [...new Set(imports)].flatMap((each) => eventTypes.get(each) ?? []);
  const fromKit = Object.entries(kitEvents)
    .filter(([handedOn]) => read('services', name, 'src', 'deps.ts').includes(handedOn))
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

/** Items missing from a README, and items that do not exist. */
function compare(
  named: readonly string[],
  real: readonly string[],
): { missingInReadme: string[]; onlyInReadme: string[] } {
  return {
    missingInReadme: [...new Set(real)].filter((each) => !named.includes(each)).toSorted(),
    onlyInReadme: named.filter((each) => !real.includes(each)).toSorted(),
  };
}
const noDifferences = { missingInReadme: [], onlyInReadme: [] };

describe.each(serviceNames)('the README of %s', (name) => {
  const readme = read('services', name, 'README.md');

  it('has the seven headings in order, and is short', () => {
    const found = [...readme.matchAll(/^(?:\*\*|## )([A-Z][a-z]+(?: modes)?)/gm)]
      .map(([, heading = '']) => heading)
      .filter((heading) => headings.includes(heading));
    expect(found).toEqual(headings);
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(mostLines);
  });

  it('lists, together with the architecture document, every setting of the service', () => {
    const isNamed = (setting: string): boolean => new RegExp(`\`${setting}[\`=]`).test(readme + architecture);
    expect(settingsOf(name).filter((setting) => !isNamed(setting))).toEqual([]);
  });

  it('lists no peer URL that the service does not read', () => {
    const [env = ''] = /\*\*Env\.\*\*[^]*?(?=\n\n)/.exec(readme) ?? [];
    const named = [...env.matchAll(/`([A-Z]+_URL)`/g)]
      .map(([, setting = '']) => setting)
      .filter((setting) => setting !== 'NATS_URL' && setting !== 'PUBLIC_URL');
    expect(named.filter((setting) => !settingsOf(name).includes(setting))).toEqual([]);
  });

  it('lists exactly the routes of the service', () => {
    expect(
      compare(
        routesNamed(paragraph(readme, 'Routes')),
        routesOf(name).map(({ method, path: address }) => `${method} ${address}`),
      ),
    ).toEqual(noDifferences);
  });

  it('lists exactly the events that the service publishes and consumes', () => {
    const { published, consumed } = eventsOf(name);
    expect({
      publishes: compare(quoted(paragraph(readme, 'Publishes')), published),
      consumes: compare(quoted(paragraph(readme, 'Consumes')), consumed),
    }).toEqual({ publishes: noDifferences, consumes: noDifferences });
  });
});
