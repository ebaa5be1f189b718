import { exportEverything } from '@inkbear/contracts/export/export';
import { FairSlots, type SlotRequest } from '@inkbear/service-kit/fair-slots';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import { measureStream } from '../rendering/measure-export.ts';
import { readAccountContent } from './account-content.ts';
import { ArchiveDownloads } from './archive-downloads.ts';
import { archiveFiles } from './archive.ts';
import { streamZip } from './stream-zip.ts';

interface Deps {
  readonly peers: Peers;
  readonly logger: Logger;
  /** Archives streamed in parallel, at most one per user. */
  readonly slots: number;
  readonly stallMs: number;
  readonly deadlineMs: number;
  readonly slowBytesPerSecond: number;
}

/** `Retry-After` while all slots are taken. There is no queue, because an archive may take minutes. */
const busyRetrySeconds = 30;
/** `Retry-After` when a slow download was just disconnected, because its slot will be free in a moment. */
const freedRetrySeconds = 1;

const busy = (retryAfterSeconds = busyRetrySeconds) => new ProblemError('export.busy', { retryAfterSeconds });

export function archiveRoutes({ peers, slots: slotCount, ...limits }: Deps): ServedRoute[] {
  const slots = new FairSlots({
    name: 'archives',
    slots: slotCount,
    maxRunningPerOwner: 1,
    maxWaiting: 0,
    maxWaitingPerOwner: 0,
    createFullError: () => busy(),
  });
  const downloads = new ArchiveDownloads(limits);

  return [
    {
      ...serve(exportEverything, ({ identity: { userId }, signal }) => {
        const archive = streamArchive({ peers, slots, downloads, userId, signal });

        return Promise.resolve(reply(200, measureStream('archive', signal, archive), attachment('inkbear-export.zip')));
      }),
      middleware: [downloads.track],
    },
  ];
}

interface ArchiveRequest {
  readonly peers: Peers;
  readonly slots: FairSlots;
  readonly downloads: ArchiveDownloads;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/**
 * Streams an archive. It takes a slot when the first chunk is read, so that an archive that nobody reads takes none,
 * and releases the slot when the stream ends, fails or is aborted.
 */
async function* streamArchive({ peers, slots, downloads, userId, signal }: ArchiveRequest): AsyncGenerator<Uint8Array> {
  const release = await acquireSlot(slots, downloads, { owner: userId, signal });
  try {
    const content = await readAccountContent(peers, { userId, signal });
    yield* streamZip(archiveFiles(content), signal);
  } catch (error) {
    // When the client has disconnected, the aborted read must not be reported as a failure of the peer.
    if (!signal.aborted || signal.reason instanceof ProblemError) throw error;
  } finally {
    release();
  }
}

/**
 * Takes a slot. When all slots are taken, it disconnects the slowest download, so that slow clients cannot lock others
 * out. Throws 503 `export.busy`, with a short `Retry-After` when a download was disconnected.
 */
async function acquireSlot(slots: FairSlots, downloads: ArchiveDownloads, request: SlotRequest): Promise<() => void> {
  try {
    return await slots.acquire(request);
  } catch (error) {
    const isOwnRunning = slots.runningOf(request.owner) > 0;
    if (!request.signal?.aborted && !isOwnRunning && downloads.disconnectSlowest()) throw busy(freedRetrySeconds);
    throw error;
  }
}
