// Faults in the commands of operators (backup, restore, keys), and in the servers that `npm start` runs.
const operations = 'packages/operations/src';

export const operationsFaults = [
  {
    name: 'A backup reads each collection at another moment',
    file: `${operations}/backup/back-up.ts`,
    find: 'const documents = streamDocuments(client, plan, time);',
    replace: 'const documents = streamDocuments(client, plan, time && null);',
    kind: 'int',
    tests: [`${operations}/backup/backup.int.test.ts`],
  },
  {
    name: 'A restore does not look for data in its target',
    file: `${operations}/backup/restore.ts`,
    find: 'if (nonEmpty.length > 0 && drop === undefined)',
    replace: 'if (nonEmpty.length > 99 && drop === undefined)',
    kind: 'int',
    tests: [`${operations}/backup/backup.int.test.ts`],
  },
  {
    name: 'A restore keeps streams with events that are newer than the backup',
    file: `${operations}/backup/restore-command.ts`,
    find: 'servers.natsUrl === null ? 0 : await deleteStreams(servers.natsUrl)',
    replace: 'servers.natsUrl === null ? 0 : 2',
    kind: 'int',
    tests: [`${operations}/backup/restored-services.int.test.ts`],
  },
  {
    name: 'A restore brings erased accounts back',
    file: `${operations}/backup/restore-command.ts`,
    find: 'await eraseAgain(servers, erasures);',
    replace: 'await eraseAgain(servers, erasures.slice(erasures.length));',
    kind: 'int',
    tests: [`${operations}/backup/restored-services.int.test.ts`],
  },
  {
    name: 'A replaced key is valid only until the new one signs',
    file: `${operations}/keys/rotation.ts`,
    find: '(key.kid === replaced ? { ...key, retiresAt } : key)',
    replace: '(key.kid === replaced ? { ...key, retiresAt: now.toISOString() } : key)',
    kind: 'unit',
    tests: [`${operations}/keys/rotate-keys.test.ts`],
  },
  {
    name: 'A backup believes the length in a damaged file',
    file: `${operations}/backup/collection-file.ts`,
    find: 'Math.min(first.readInt32LE(0), maxDocumentBytes)',
    replace: 'first.readInt32LE(0)',
    kind: 'unit',
    tests: [`${operations}/backup/collection-file.test.ts`],
  },
  {
    name: 'mongod logs the values of slow commands',
    file: 'packages/local/src/mongod.ts',
    find: "...['--slowOpSampleRate', '0'],",
    replace: '',
    kind: 'int',
    tests: ['packages/local/src/infrastructure.int.test.ts'],
  },
];
