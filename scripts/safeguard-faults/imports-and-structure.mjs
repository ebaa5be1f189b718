// Faults in uploads, in the books that are made of them, and in what splits, merges and moves chapters.
const uploads = 'services/export/src/imports';
const made = 'services/books/src/imports';
const structure = 'services/books/src/structure';
const uploadTests = { kind: 'int', tests: [`${uploads}/imports.int.test.ts`] };
const runnerTests = { kind: 'int', tests: [`${uploads}/import-runner.int.test.ts`] };
const madeTests = { kind: 'int', tests: [`${made}/imports.int.test.ts`] };
const structureTests = { kind: 'int', tests: [`${structure}/structure.int.test.ts`] };

export const importsAndStructureFaults = [
  {
    name: 'The import of another author is shown',
    file: `${uploads}/import.repository.ts`,
    find: 'findOne({ _id: id, userId }, inSession(session))',
    replace: 'findOne({ _id: id, ...(userId ? {} : { userId }) }, inSession(session))',
    ...uploadTests,
  },
  {
    name: 'An author uploads several files at once',
    file: `${uploads}/receive-import.ts`,
    find: 'uploadSlots.run({ owner: userId },',
    replace: 'uploadSlots.run({ owner: deps.newId() },',
    ...uploadTests,
  },
  {
    name: 'A file is stored although it is no manuscript',
    file: `${uploads}/receive-import.ts`,
    find: 'if (!looksLikeManuscript(start.subarray(0, sampleBytes)))',
    replace: 'if (!looksLikeManuscript(start.subarray(0, sampleBytes)) && start.length < 0)',
    ...uploadTests,
  },
  {
    name: 'What was read is stored after its lease was lost',
    file: `${uploads}/store-reading.ts`,
    find: 'if (!(await imports.settle(claim, change, session))) return false;',
    replace: 'await imports.settle(claim, change, session);',
    ...runnerTests,
  },
  {
    name: 'An archive unpacks to any size',
    file: 'packages/import/src/archive/archive-budget.ts',
    find: 'if (this.#unpacked > archiveLimits.unpackedBytes)',
    replace: 'if (this.#unpacked > archiveLimits.unpackedBytes && this.#entries < 0)',
    kind: 'unit',
    tests: ['packages/import/src/archive/archive.test.ts'],
  },
  {
    name: 'An archive may unpack to any multiple of its size',
    file: 'packages/import/src/archive/archive-budget.ts',
    find: 'unpacked > packed * archiveLimits.ratio',
    replace: 'unpacked > packed * archiveLimits.ratio * 1e9',
    kind: 'unit',
    tests: ['packages/import/src/archive/archive.test.ts'],
  },
  {
    name: 'An import is finished although a chapter is missing',
    file: `${made}/finish-import.ts`,
    find: 'const chapterIds = requireComplete(current, request.chapters);',
    replace: 'const chapterIds = requireComplete(current, current.chapterIds.length);',
    ...madeTests,
  },
  {
    name: 'An abandoned import can be finished',
    file: `${made}/book-import.repository.ts`,
    find: "{ _id: id, state: 'open' },",
    replace: '{ _id: id },',
    ...madeTests,
  },
  {
    name: 'A stale revision of a chapter is split',
    file: `${structure}/split-chapter.ts`,
    find: 'if (head.rev !== request.rev) throwStaleRevision(chapterKind, head);',
    replace: 'if (head.rev < request.rev) throwStaleRevision(chapterKind, head);',
    ...structureTests,
  },
  {
    name: 'An undo of a split ignores what was written since',
    file: `${structure}/undo-structure.ts`,
    find: 'head.rev !== rev ||',
    replace: 'head.rev < rev ||',
    ...structureTests,
  },
  {
    name: 'Moved words count for the day of their move',
    file: `${structure}/plan-structure-change.ts`,
    find: 'arrives ? words : subtractWords(noWords, words)',
    replace: 'arrives ? words : noWords',
    ...structureTests,
  },
  {
    name: 'The story bible does not follow moved text',
    file: `${structure}/commit-structure-change.ts`,
    find: 'if (statements.changes.length > 0) {',
    replace: 'if (statements.changes.length < 0) {',
    kind: 'int',
    tests: [`${structure}/moved-evidence.int.test.ts`],
  },
];
