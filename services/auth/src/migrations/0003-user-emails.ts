import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/**
 * Copies the addresses of open accounts to rows of their own (`UserEmailRepository`), and keeps the rows that are there.
 *
 * During a rolling upgrade processes of the previous release create and erase accounts without these rows. So this
 * release also reserves and finds an address by the unique index on `users.email`, which every running process writes.
 * Closed accounts are left out: such a process may erase one, and its address would stay here and never be free again.
 */
export const userEmails: Migration = {
  id: '0003-user-emails',
  up: async (connection) => {
    await createCollections(connection, ['user_emails']);
    await connection.collection('user_emails').createIndex({ userId: 1 });
    await connection
      .collection('users')
      .aggregate([
        { $match: { deletedAt: null } },
        { $project: { _id: '$email', userId: '$_id' } },
        { $merge: { into: 'user_emails', on: '_id', whenMatched: 'keepExisting', whenNotMatched: 'insert' } },
      ])
      .toArray();
  },
};
