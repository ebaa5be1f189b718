// Faults in how images are packed.
const imageTests = ['packages/local/src/images/images.int.test.ts'];

export const imagesFaults = [
  {
    name: 'An image holds its source maps',
    file: 'scripts/pack.mjs',
    find: "await moveMaps(path.join(target, 'dist'), maps);",
    replace: 'await mkdir(maps, { recursive: true });',
    kind: 'int',
    tests: imageTests,
  },
  {
    name: 'An image lets everybody write its files',
    file: 'scripts/pack.mjs',
    find: 'await normalizeFiles(target);',
    replace: '',
    kind: 'int',
    tests: imageTests,
  },
  {
    name: 'An image holds every file of a large package',
    file: 'scripts/pack.mjs',
    find: ' && !unused.includes(file)',
    replace: '',
    kind: 'int',
    tests: imageTests,
  },
  {
    name: 'An image lacks a package that its process loads',
    file: 'scripts/pack.mjs',
    find: 'await copyPackage(name, folder, target, needed, copied);',
    replace: "if (name !== 'piscina') await copyPackage(name, folder, target, needed, copied);",
    kind: 'int',
    tests: imageTests,
  },
  {
    name: 'The root of images lacks a library of a native add-on',
    file: 'scripts/image-root.mjs',
    find: "['libresolv.so.2']",
    replace: '[]',
    kind: 'int',
    tests: imageTests,
  },
  {
    name: 'The root of images differs from build to build',
    file: 'scripts/image-root.mjs',
    find: 'await utimes(file, 0, 0);',
    replace: '',
    kind: 'int',
    tests: imageTests,
  },
];
