import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from './paths.ts';

/**
 * Requirements of levels 1 and 2 of OWASP ASVS 5.0.0: section and the numbers in it. Level 3 is out of scope, which
 * explains the gaps.
 */
const sections: readonly (readonly [section: string, numbers: readonly number[]])[] = [
  ['1.1', upTo(2)],
  ['1.2', upTo(9)],
  ['1.3', upTo(11)],
  ['1.4', upTo(3)],
  ['1.5', upTo(2)],
  ['2.1', upTo(3)],
  ['2.2', upTo(3)],
  ['2.3', upTo(4)],
  ['2.4', upTo(1)],
  ['3.2', upTo(2)],
  ['3.3', upTo(4)],
  ['3.4', upTo(6)],
  ['3.5', upTo(5)],
  ['3.7', upTo(2)],
  ['4.1', upTo(3)],
  ['4.2', upTo(1)],
  ['4.3', upTo(2)],
  ['4.4', upTo(4)],
  ['5.1', upTo(1)],
  ['5.2', upTo(3)],
  ['5.3', upTo(2)],
  ['5.4', upTo(3)],
  ['6.1', upTo(3)],
  ['6.2', upTo(12)],
  ['6.3', upTo(4)],
  ['6.4', upTo(4)],
  ['6.5', upTo(5)],
  ['6.6', upTo(3)],
  ['6.8', upTo(4)],
  ['7.1', upTo(3)],
  ['7.2', upTo(4)],
  ['7.3', upTo(2)],
  ['7.4', upTo(5)],
  ['7.5', upTo(2)],
  ['7.6', upTo(2)],
  ['8.1', upTo(2)],
  ['8.2', upTo(3)],
  ['8.3', upTo(1)],
  ['8.4', upTo(1)],
  ['9.1', upTo(3)],
  ['9.2', upTo(4)],
  ['10.1', upTo(2)],
  ['10.2', upTo(2)],
  ['10.3', upTo(4)],
  ['10.4', upTo(11)],
  ['10.5', upTo(5)],
  ['10.6', upTo(2)],
  ['10.7', upTo(3)],
  ['11.1', upTo(2)],
  ['11.2', upTo(3)],
  ['11.3', upTo(3)],
  ['11.4', upTo(4)],
  ['11.5', upTo(1)],
  ['11.6', upTo(1)],
  ['12.1', upTo(3)],
  ['12.2', upTo(2)],
  ['12.3', upTo(4)],
  ['13.1', upTo(1)],
  ['13.2', upTo(5)],
  ['13.3', upTo(2)],
  ['13.4', upTo(5)],
  ['14.1', upTo(2)],
  ['14.2', upTo(4)],
  ['14.3', upTo(3)],
  ['15.1', upTo(3)],
  ['15.2', upTo(3)],
  ['15.3', upTo(7)],
  ['16.1', upTo(1)],
  ['16.2', upTo(5)],
  ['16.3', upTo(4)],
  ['16.4', upTo(3)],
  ['16.5', upTo(3)],
  ['17.1', upTo(1)],
  ['17.2', upTo(4)],
  ['17.3', upTo(2)],
];
const requirements = sections.flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`));

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
}

/** Table rows whose first cell is a three-part id. */
function readRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    if (!/^\| \d+\.\d/.test(line)) return [];
    const [id = '', verdict = '', ...rest] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return [{ id, verdict, reason: rest.join('|') }];
  });
}

/** Paths in backticks: with a slash inside, or a file in the repository's root. Route paths start with a slash. */
const isPath = (quoted: string): boolean =>
  /^[\w.-]+\/[\w./-]+$/.test(quoted) || /^(?:\.?[\w-]+\.json|\.dockerignore|\.npmrc|Dockerfile)$/.test(quoted);

/** Files mentioned in a text, each with the test titles in curly quotes that follow it. */
function readReferences(text: string): { file: string; titles: string[] }[] {
  // Every second part is in backticks; the part after it may quote titles.
  const pieces = text.split('`');
  return pieces.flatMap((file, index) => {
    if (index % 2 === 0 || !isPath(file)) return [];
    const [, ...quotes] = (pieces[index + 1] ?? '').split('“');
    const titles = quotes.map((quote) => quote.slice(0, quote.indexOf('”')));
    return [{ file, titles }];
  });
}

const namesTest = (reason: string): boolean =>
  readReferences(reason).some(({ file, titles }) => /\.(?:test\.tsx?|spec\.ts)$/.test(file) && titles.length > 0);
/** At least four words: one that only repeats the verdict is not a reason. */
const explains = (reason: string): boolean => reason.split(/\s+/).length >= 4;
const decision = /\. (?:Owner's decision|Engineering decision, ADR 20)$/;

/** The sections before the table. */
const headings = [...readFileSync(path.join(repositoryRoot, 'docs/security.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
  ([, heading]) => heading ?? '',
);
/** Whether the sections to which a reason refers exist, as in: "Data" and "Logs" above. */
const namesHeadings = (reason: string): boolean =>
  [...reason.matchAll(/"([^"]+)"(?= (?:and "[^"]+" )?above)/g)].every(([, heading = '']) => headings.includes(heading));

/** The form of a row's reason, by verdict. */
const forms: Readonly<Record<string, (reason: string) => boolean>> = {
  met: (reason) => namesTest(reason) && !/no test/i.test(reason) && namesHeadings(reason),
  'not applicable': (reason) => reason.length > 5,
  deviates: (reason) => decision.test(reason) && explains(reason.replace(decision, '')) && !/^as \d/.test(reason),
};
const isWellFormed = ({ verdict, reason }: Row): boolean =>
  Object.hasOwn(forms, verdict) && forms[verdict]?.(reason) === true;

const inRepository = (file: string): string => path.join(repositoryRoot, file);

describe('the security requirements in docs/security.md', () => {
  const markdown = readFileSync(inRepository('docs/security.md'), 'utf8');
  const rows = readRows(markdown);

  it('each have exactly one row', () => {
    expect(requirements).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(requirements);
  });

  it('each have the form of their verdict', () => {
    expect(rows.filter((row) => !isWellFormed(row))).toEqual([]);
  });

  it.each([
    ['met', 'helmet in `gateway/src/security/security-headers.ts`'],
    ['met', 'a test without a title: `gateway/src/security/security-headers.test.ts`'],
    ['met', 'a title without a test: `gateway/src/security/security-headers.ts` “set HSTS only for https sites”'],
    ['met', '`gateway/src/env.test.ts` “applies defaults”. No test of the rest'],
    ['met', '"Data" and "Nonsense" above: `gateway/src/env.test.ts` “applies defaults”'],
    ['met', '"Nonsense" and "Data" above: `gateway/src/env.test.ts` “applies defaults”'],
    ['documented', '`gateway/src/env.test.ts` “applies defaults”'],
    ['met, untested', '`gateway/src/env.test.ts` “applies defaults”'],
    ['not applicable', ''],
    ['deviates', 'authors have no list of their sessions'],
    ['deviates', 'none. Engineering decision, ADR 20'],
    ['deviates', 'as 6.2.2, for another requirement. Engineering decision, ADR 20'],
    ['deviates', "authors have no list of their sessions. Somebody's decision"],
    ['deviates', 'authors have no list of their sessions. Engineering decision'],
    ['probably', "authors have no list of their sessions. Owner's decision"],
    ['', ''],
  ])('are refused as “%s”: %s', (verdict, reason) => {
    expect(isWellFormed({ id: '1.1.1', verdict, reason })).toBe(false);
  });

  it('deviate by the owner’s decision only where the specification fixes it', () => {
    const byOwner = rows.filter(({ reason }) => reason.endsWith("Owner's decision")).map(({ id }) => id);
    expect(byOwner).toEqual(['6.2.1', '6.3.3']);
  });

  it('name only existing files', () => {
    const files = markdown
      .split('\n')
      .flatMap(readReferences)
      .map(({ file }) => file);
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !existsSync(inRepository(file)))).toEqual([]);
  });

  it('quote only test titles that exist in their file', () => {
    const missing = rows.flatMap(({ id, reason }) =>
      readReferences(reason).flatMap(({ file, titles }) => {
        const source = titles.length > 0 ? readFileSync(inRepository(file), 'utf8') : '';
        return titles.filter((title) => !source.includes(title)).map((title) => `${id}: ${title}`);
      }),
    );
    expect(missing).toEqual([]);
  });
});

const browserSources = ['frontends/*/src/**/*.{ts,tsx}', 'packages/{web-kit,ui-kit}/src/**/*.{ts,tsx}'];
const serverSources = ['{services,packages}/*/src/**/*.ts', 'gateway/src/**/*.ts', 'charts/**/*.{yaml,tpl}'];
/** The sources of the server processes. */
const productSources = ['services/*/src/**/*.ts', 'gateway/src/**/*.ts', 'packages/service-kit/src/**/*.ts'];

/** Files without tests that match a pattern, after checking that there are as many files as expected at least. */
function filesWith(pattern: RegExp, sources: readonly string[], atLeast: number): string[] {
  const files = globSync(sources, { cwd: repositoryRoot }).filter((file) => !/\.test\.|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(atLeast);
  return files.filter((file) => pattern.test(readFileSync(inRepository(file), 'utf8')));
}

describe('frontend sources', () => {
  const rawHtml = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML = |insertAdjacentHTML|document\.write\(/;
  // The global object by a name, or a bare call. A worker, a channel or a port before the dot is not another window.
  const windowMessages =
    /(?:\b(?:window|globalThis|self|document\.defaultView)\??\.|(?<![\w$.]))(?:addEventListener\(\s*['"`]message['"`]|onmessage\b)|\b(?:window|parent|opener|top)\??\.postMessage/;
  /** Only the page that starts a dedicated worker can send it messages. */
  const isWorker = (file: string): boolean => file.endsWith('.worker.ts');

  it('load no plug-ins', () => {
    const plugIns =
      /<(?:object|embed|applet)\s+[a-z]|createElement\('(?:object|embed|applet)'|navigator\.(?:plugins|mimeTypes)|ActiveXObject/;
    expect(filesWith(plugIns, browserSources, 300)).toEqual([]);
  });

  it('insert no raw HTML into pages', () => {
    expect(filesWith(rawHtml, browserSources, 300)).toEqual([]);
  });

  it('listen to no messages of other windows', () => {
    expect(filesWith(windowMessages, browserSources, 300).filter((file) => !isWorker(file))).toEqual([]);
  });

  it.each([
    "window.addEventListener('message', read);",
    "globalThis.addEventListener('message', read);",
    "self.addEventListener('message', read);",
    "addEventListener('message', read);",
    "  addEventListener(\n    'message',\n    read,\n  );",
    'return () => addEventListener("message", read);',
    "document.defaultView?.addEventListener('message', read);",
    'window.onmessage = read;',
    'self.onmessage = read;',
    'onmessage = read;',
    "window.parent.postMessage('ready', origin);",
    "opener?.postMessage('ready', origin);",
  ])('may not contain: %s', (source) => {
    expect(source).toMatch(windowMessages);
  });

  it.each([
    "worker.addEventListener('message', read);",
    "this.#channel.addEventListener('message', read);",
    'port.onmessage = read;',
    'myself.onmessage = read;',
    "window.addEventListener('storage', read);",
    "addEventListener('messageerror', read);",
    'worker.postMessage({ id });',
  ])('may contain: %s', (source) => {
    expect(source).not.toMatch(windowMessages);
  });
});

describe('server sources', () => {
  it('never disable certificate verification', () => {
    const pattern =
      /rejectUnauthorized\W+false|NODE_TLS_REJECT_UNAUTHORIZED|tls(?:Insecure|AllowInvalid\w+)\W+true|checkServerIdentity/;
    expect(filesWith(pattern, serverSources, 500)).toEqual([]);
  });

  it('redirect no request, so none from http to https', () => {
    const pattern = /\.redirect\(|writeHead\(\s*30[1278]|status\(\s*30[1278]|\b[Ll]ocation['"]?\s*[:,]\s/;
    expect(filesWith(pattern, productSources, 300)).toEqual([]);
  });

  it('use only the algorithms and libraries that the section on cryptography names', () => {
    const section = /^## Cryptography and secrets$([^]*?)^## /m.exec(
      readFileSync(inRepository('docs/security.md'), 'utf8'),
    )?.[1];
    const pattern =
      /(?:createHash|createHmac|hkdfSync)\(\s*'([\w-]+)'|(?:algorithms?|alg|namedCurve): \[?'([\w-]+)'|from '([\w:@/-]*(?:crypt|jsonwebtoken|jose|forge|nacl|sodium)[\w/-]*)'/g;
    const files = globSync([...productSources, 'packages/{local,operations}/src/**/*.ts'], { cwd: repositoryRoot });
    const used = files
      .filter((file) => !/\.test\.|\/testing\//.test(file))
      .flatMap((file) => [...readFileSync(inRepository(file), 'utf8').matchAll(pattern)])
      .map(([, hash, algorithm, library]) => hash ?? algorithm ?? library ?? '');
    expect([...new Set(used)].toSorted()).toEqual([
      'ES256',
      'P-256',
      'bcryptjs',
      'jsonwebtoken',
      'node:crypto',
      'sha256',
    ]);
    for (const name of ['ES256', 'P-256', 'SHA-256', 'HMAC-SHA256', 'HKDF-SHA256', 'bcrypt', 'jsonwebtoken'])
      expect(section).toContain(name);
  });

  it('take random values that must not be guessed from the system’s generator', () => {
    const guessable = filesWith(/Math\.random\(/, [...productSources, 'packages/{local,operations}/src/**/*.ts'], 300);
    // The pause between two tries of a transaction.
    expect(guessable).toEqual(['packages/service-kit/src/mongo.ts']);
  });
});

describe('package-lock.json', () => {
  interface LockedPackage {
    readonly version?: string;
    readonly integrity?: string;
    readonly link?: boolean;
    readonly inBundle?: boolean;
    readonly os?: readonly string[];
    readonly cpu?: readonly string[];
  }
  const isForOurPlatforms = ({ os = ['linux'], cpu = ['x64'] }: LockedPackage): boolean =>
    os.includes('linux') && cpu.some((name) => ['x64', 'arm64'].includes(name));

  it('locks every package for Linux on x64 and arm64 with its version and integrity hash', () => {
    const { packages } = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    const installed = Object.entries(packages).filter(
      ([place, locked]) =>
        place.includes('node_modules/') && !locked.link && !locked.inBundle && isForOurPlatforms(locked),
    );
    expect(installed.length).toBeGreaterThan(500);
    const incomplete = installed.filter(([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-'));
    expect(incomplete.map(([place]) => place)).toEqual([]);
  });
});
