import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const files = globSync(
  ['services', 'gateway', 'frontends', 'packages', 'scripts'].map((folder) => `${folder}/**/*.{ts,tsx,mjs}`),
  {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  },
);
const documents = globSync(['README.md', 'docs/**/*.md'], { cwd: root });
/** A path from the repository root, in backticks and without placeholders. */
const pathInDocument = /`((?:services|gateway|frontends|packages|scripts|docs|charts|k8s)\/[\w./-]+)`/g;

/** Each file with and without `src`, which short names omit. */
const known = files.flatMap((file) => [`/${file}`, `/${file.replace('/src/', '/')}`]);
/** Names of files that a reader would add. */
const examples = /^x\.|shelves/;
/** A source file in backticks, such as `saving/save-model.ts`. */
const fileInDocument = /`((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs))`/g;

describe.each(documents)('%s', (document) => {
  it('names only files and folders that exist', () => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const paths = [...text.matchAll(pathInDocument)].map(([, named = '']) => named);
    expect(paths.filter((named) => !existsSync(path.join(root, named)))).toEqual([]);
  });

  it('names only source files that exist, also where it omits their folder', () => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const named = [...text.matchAll(fileInDocument)].map(([, file = '']) => file);
    expect(named.filter((file) => !examples.test(file) && !known.some((each) => each.endsWith(`/${file}`)))).toEqual(
      [],
    );
  });
});
