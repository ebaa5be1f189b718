// Faults in story bibles and checks of books.

const bibleTest = 'services/books/src/bible/bible.int.test.ts';

export const storyBibleFaults = [
  {
    name: 'A row of a story bible is replaced although it was changed since it was read',
    file: 'services/books/src/bible/bible.repository.ts',
    find: 'const filter = { _id: id, rev: before.rev };',
    replace: 'const filter = { _id: id };',
    kind: 'int',
    tests: [bibleTest],
  },
  {
    name: 'Undoing a decision overwrites what was changed later',
    file: 'services/books/src/bible/undo-decision.ts',
    find: '(rows.get(rowId)?.rev ?? null) === revAfter;',
    replace: 'true;',
    kind: 'int',
    tests: [bibleTest],
  },
  {
    name: 'Concurrent writes exceed the limits of a story bible',
    file: 'services/books/src/bible/write-bible.ts',
    find: 'if (used <= allowed) return;',
    replace: 'if (used <= allowed + 5) return;',
    kind: 'int',
    tests: [bibleTest],
  },
  {
    name: 'A story bible is read by a user who does not own its book',
    file: 'services/books/src/bible/bible.routes.ts',
    find: 'await books.getLive(params.id, identity.userId);\n      const known',
    replace: 'void [books, identity];\n      const known',
    kind: 'int',
    tests: [bibleTest],
  },
  {
    name: 'Findings are listed to a user who does not own their book',
    file: 'services/books/src/findings/finding.routes.ts',
    find: 'await books.getLive(params.id, identity.userId);\n      const { rows',
    replace: 'void [books, identity];\n      const { rows',
    kind: 'int',
    tests: ['services/books/src/findings/findings.int.test.ts'],
  },
  {
    name: 'A check opens findings again that the author ignored',
    file: 'services/books/src/findings/finding.ts',
    find: 'before.get(row._id)?.status ?? row.status',
    replace: 'row.status',
    kind: 'unit',
    tests: ['services/books/src/findings/finding.test.ts'],
  },
];
