import type { PrintedChapter } from '@inkbear/contracts/books/manuscript';
import type {
  DrawnPage,
  FailureReason,
  Measures,
  PageLayout,
  PreviewInput,
  PreviewReply,
  PreviewRequest,
} from './messages.ts';

/** Lays out and draws pages. Every promise rejects with a `PreviewError` when the worker fails or is closed. */
export interface PreviewWorker {
  /** Passes on a text; a later layout uses it. */
  setChapter: (chapter: PrintedChapter) => void;
  layOut: (input: PreviewInput, onChapterDone: (done: number, total: number) => void) => Promise<PageLayout>;
  measure: (input: PreviewInput) => Promise<Measures>;
  /** @param scale pixels per point */
  draw: (page: number, scale: number) => Promise<DrawnPage>;
  close: () => void;
}

export class PreviewError extends Error {
  override readonly name = 'PreviewError';
  readonly reason: FailureReason;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Pending {
  resolve: (reply: PreviewReply) => void;
  reject: (error: PreviewError) => void;
  onChapterDone?: ((done: number, total: number) => void) | undefined;
}

type Requested<R> = R extends { readonly id: number } ? Omit<R, 'id'> : never;

/** Starts the preview in a web worker, so that it never blocks the page. */
export function openPreview(): PreviewWorker {
  const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  const failAll = (message: string) => {
    for (const { reject } of pending.values()) reject(new PreviewError('error', message));
    pending.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<PreviewReply>) => {
    const request = pending.get(data.id);
    if (data.kind === 'progress') return request?.onChapterDone?.(data.done, data.total);
    pending.delete(data.id);
    if (data.kind === 'failed') request?.reject(new PreviewError(data.reason, data.message));
    else request?.resolve(data);
  });
  worker.addEventListener('error', ({ message }) => failAll(message));
  const send = <Kind extends PreviewReply['kind']>(
    request: Requested<PreviewRequest>,
    onChapterDone?: (done: number, total: number) => void,
  ): Promise<Extract<PreviewReply, { kind: Kind }>> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, {
        resolve: (reply) => resolve(reply as Extract<PreviewReply, { kind: Kind }>),
        reject,
        onChapterDone,
      });
      worker.postMessage({ ...request, id: lastId });
    });
  return {
    setChapter: (chapter) => worker.postMessage({ kind: 'set-chapter', chapter } satisfies PreviewRequest),
    layOut: async (input, onChapterDone) => (await send<'laid-out'>({ kind: 'lay-out', input }, onChapterDone)).layout,
    measure: async (input) => (await send<'measured'>({ kind: 'measure', input })).measures,
    draw: async (page, scale) => (await send<'drawn'>({ kind: 'draw', page, scale })).drawn,
    close: () => {
      worker.terminate();
      failAll('The preview was closed.');
    },
  };
}
