// Faults in manuscripts: versions, owners, revisions, and the journal in the browser.
const store = 'packages/manuscript-store/src';

export const manuscriptsFaults = [
  {
    name: 'A save does not compare the version of its row',
    file: `${store}/head.repository.ts`,
    find: 'const matchesRead = ({ _id, version, state }: ManuscriptHead) => ({ _id, version, state });',
    replace: 'const matchesRead = ({ _id, state }: ManuscriptHead) => ({ _id, state });',
    kind: 'int',
    tests: [`${store}/patch-text.int.test.ts`],
  },
  {
    name: 'A manuscript is read without the filter of its owner',
    file: `${store}/head.repository.ts`,
    find: ' || found.head.userId !== userId',
    replace: '',
    kind: 'int',
    tests: [`${store}/patch-text.int.test.ts`, `${store}/stored-bytes.int.test.ts`],
  },
  {
    name: 'Long changes do not store a snapshot',
    file: `${store}/change.ts`,
    find: ' || bytesSinceSnapshot > snapshotBytes',
    replace: '',
    kind: 'int',
    tests: [`${store}/stored-bytes.int.test.ts`],
  },
  {
    name: 'A deleted revision stays readable',
    file: `${store}/history-reader.ts`,
    find: ' || stored?.deletedAt) return null;',
    replace: ') return null;',
    kind: 'int',
    tests: [`${store}/stored-bytes.int.test.ts`],
  },
  {
    name: 'The journal in the browser reads the entries of every user',
    file: 'packages/web-kit/src/journal/journal-store.ts',
    find: "database.getAllFromIndex('entries', 'by-user', userId)",
    replace: "database.getAll('entries')",
    kind: 'unit',
    tests: ['frontends/author/src/saving/journal.test.ts'],
  },
  {
    name: 'The parts of a revision are not read in one database snapshot',
    file: `${store}/history-reader.ts`,
    find: 'const snapshot = await this.#snapshotBefore(itemId, rev, session);\n      const rows',
    replace:
      'const snapshot = await this.#snapshotBefore(itemId, rev, undefined as never);\n      session = undefined as never;\n      const rows',
    kind: 'int',
    tests: [`${store}/history.int.test.ts`],
  },
];
