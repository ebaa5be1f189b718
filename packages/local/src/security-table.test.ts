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
const verdicts = ['met', 'not applicable', 'deviates'];

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

const inRepository = (file: string): string => path.join(repositoryRoot, file);

describe('the security requirements in docs/security.md', () => {
  const markdown = readFileSync(inRepository('docs/security.md'), 'utf8');
  const rows = readRows(markdown);

  it('each have exactly one row', () => {
    expect(requirements).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(requirements);
  });

  it('each have a verdict and a reason', () => {
    const incomplete = rows.filter(({ verdict, reason }) => !verdicts.includes(verdict) || reason.length < 5);
    expect(incomplete).toEqual([]);
  });

  it('name a file for each met requirement', () => {
    const withoutFile = rows.filter(({ verdict, reason }) => verdict === 'met' && readReferences(reason).length === 0);
    expect(withoutFile.map(({ id }) => id)).toEqual([]);
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

describe('frontend sources', () => {
  it('insert no raw HTML into pages', () => {
    const sources = ['frontends/*/src/**/*.{ts,tsx}', 'packages/{web-kit,ui-kit}/src/**/*.{ts,tsx}'];
    const files = globSync(sources, { cwd: repositoryRoot }).filter((file) => !file.includes('.test.'));
    const rawHtml = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML = |insertAdjacentHTML|document\.write\(/;

    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => rawHtml.test(readFileSync(inRepository(file), 'utf8')))).toEqual([]);
  });
});
