import { fetchFonts } from './font-files.ts';
import type { PreviewReply, PreviewRequest } from './messages.ts';
import { PreviewSession } from './preview-session.ts';

/** Images are moved to the page, not copied. */
function post(reply: PreviewReply): void {
  const image = reply.kind === 'drawn' ? reply.drawn.image : null;
  const isMoved = typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap;
  postMessage(reply, { transfer: isMoved ? [image] : [] });
}

const session = new PreviewSession({
  fetchFonts,
  post,
  createCanvas: typeof OffscreenCanvas === 'undefined' ? null : (width, height) => new OffscreenCanvas(width, height),
});

addEventListener('message', ({ data }: MessageEvent<PreviewRequest>) => void session.handle(data));
