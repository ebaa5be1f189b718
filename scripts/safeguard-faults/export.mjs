// Faults in the editions of books: their queue, their files and who may see them.
const editions = 'services/export/src/editions';
const queue = 'services/export/src/queue';
const covers = 'services/export/src/covers';
const editionTests = { kind: 'int', tests: [`${editions}/editions.int.test.ts`] };
const queueTests = { kind: 'int', tests: [`${editions}/edition-runner.int.test.ts`] };
const unitTests = { kind: 'unit', tests: [`${editions}/edition.test.ts`] };
const coverTests = { kind: 'int', tests: [`${covers}/cover.int.test.ts`] };

export const exportFaults = [
  {
    name: 'A file of an edition is kept although a paragraph is missing',
    file: `${editions}/make-file.ts`,
    find: 'if (!isComplete(comparison))',
    replace: 'if (!isComplete(comparison) && comparison.paragraphs < 0)',
    ...queueTests,
  },
  {
    name: 'A runner stores its file of an edition after it has lost its lease',
    file: `${editions}/edition-runner.ts`,
    find: 'if (!(await editions.finish(claim, end, session))) return false;',
    replace: 'await editions.finish(claim, end, session);',
    ...queueTests,
  },
  {
    name: 'A file of an edition is deleted when the reply to its commit is lost',
    file: `${editions}/store-file.ts`,
    find: 'return await storedFiles.deleteUnreferenced(storedId);',
    replace: 'await storedFiles.delete([storedId]);\n      return true;',
    ...queueTests,
  },
  {
    name: 'A cancelled file of an edition is made to its end',
    file: `${queue}/leased-queue.ts`,
    find: "if (!isHeld) job.control.abort(new StoppedError('lost'));",
    replace: "if (!isHeld && job.leaseId === '') job.control.abort(new StoppedError('lost'));",
    ...queueTests,
  },
  {
    name: 'The edition of another author is shown',
    file: `${editions}/edition.repository.ts`,
    find: 'findOne({ _id: id, userId }, session ? { session } : {})',
    replace: 'findOne({ _id: id, ...(userId ? {} : { userId }) }, session ? { session } : {})',
    ...editionTests,
  },
  {
    name: 'An edition mixes two states of the book',
    file: `${editions}/freeze-book.ts`,
    find: 'state.hash === before.hash;',
    replace: "state.hash !== '';",
    ...editionTests,
  },
  {
    name: 'An edition lacks a chapter that was restored while it was read',
    file: `${editions}/freeze-book.ts`,
    find: 'state.allChapters.every(({ id }) => texts.has(id))',
    replace: "state.allChapters.every(({ id }) => id !== '')",
    ...editionTests,
  },
  {
    name: 'A user who has many files of editions makes others wait for all of them',
    file: `${queue}/choose-next.ts`,
    find: 'servedAt(a.userId) - servedAt(b.userId) ||',
    replace: '0 * (servedAt(a.userId) - servedAt(b.userId)) ||',
    ...queueTests,
  },
  {
    name: 'A file of an edition is never made when its runner has died',
    file: `${queue}/choose-next.ts`,
    find: 'lease !== null && lease.until > now',
    replace: 'lease !== null && now > new Date(0)',
    ...unitTests,
  },
  {
    name: 'The metadata of an uploaded cover stay in the image',
    file: `${covers}/reencode-cover.ts`,
    find: '.autoOrient()',
    replace: '.autoOrient().keepMetadata()',
    ...coverTests,
  },
  {
    name: 'The covers of all authors wait in one queue',
    file: `${covers}/replace-cover.ts`,
    find: 'images.reencodeCover({ owner: userId, signal },',
    replace: "images.reencodeCover({ owner: 'all', signal },",
    ...coverTests,
  },
  {
    name: 'Guides are drawn as PNG without a slot',
    file: `${covers}/image-pool.ts`,
    find: "const result = await this.#run(caller, { kind: 'guide', svg });",
    replace: "const result = await this.#pool.run({ kind: 'guide', svg }, caller);",
    ...coverTests,
  },
  {
    name: 'A link on any page marks a story as exported',
    file: 'services/export/src/rendering/export.routes.ts',
    find: ": headers['sec-fetch-site'] === 'same-origin';",
    replace: ": headers['sec-fetch-site'] !== 'cross-site';",
    kind: 'int',
    tests: ['services/export/src/export.int.test.ts'],
  },
];
