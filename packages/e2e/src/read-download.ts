import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright-core';

/** The content of a download. Its file belongs to the browser, which runs in another process. */
export const readDownload = async (download: Download): Promise<Buffer> =>
  await buffer(await download.createReadStream());
