import type { Migration } from '@inkbear/service-kit/migrations';

const orZero = (field: string) => ({ $ifNull: [field, 0] });

/** Counts the bytes of story bibles again: an earlier release left them out whenever fields of the book were changed. */
export const bibleBytes: Migration = {
  id: '0014-bible-bytes',
  up: async (connection) => {
    const storedBytes = {
      $add: ['$fieldBytes', { $strLenBytes: '$outline' }, orZero('$pressBytes'), orZero('$bibleBytes')],
    };
    await connection
      .collection('books')
      .updateMany({ bibleBytes: { $gt: 0 } }, [{ $set: { storedBytes } }], { hint: { _id: 1 } });
  },
};
