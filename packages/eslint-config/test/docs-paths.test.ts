import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const documents = globSync(['README.md', 'docs/**/*.md'], { cwd: root });
/** A path from the repository root, in backticks and without placeholders. */
const pathInDocument = /`((?:services|gateway|frontends|packages|scripts|docs|charts|k8s)\/[\w./-]+)`/g;

describe.each(documents)('%s', (document) => {
  it('names only files and folders that exist', () => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const paths = [...text.matchAll(pathInDocument)].map(([, named = '']) => named);
    expect(paths.filter((named) => !existsSync(path.join(root, named)))).toEqual([]);
  });
});
