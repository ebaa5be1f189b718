import { listBooksForOwner } from '@inkbear/contracts/books/internal';
import { exportEverything } from '@inkbear/contracts/export/export';
import { listStoriesForOwner } from '@inkbear/contracts/stories/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import { archiveFiles, pack } from './archive.ts';

export const archiveRoutes = ({ peers }: { peers: Peers }): ServedRoute[] => [
  serve(exportEverything, async ({ identity }) => {
    const params = { id: identity.userId };
    const [books, stories] = await Promise.all([peers.call(listBooksForOwner, { params }), peers.call(listStoriesForOwner, { params })]);
    return reply(200, await pack(archiveFiles({ books, stories })), attachment('inkbear-export.zip'));
  }),
];
