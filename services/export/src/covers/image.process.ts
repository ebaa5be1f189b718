import { ProblemError } from '@inkbear/service-kit/problem';
import { serveTasks } from '@inkbear/service-kit/task-process';
import { type ReencodedCover, reencodeCover, renderGuide } from './reencode-cover.ts';

export type ImageTask =
  { readonly kind: 'cover'; readonly bytes: Uint8Array } | { readonly kind: 'guide'; readonly svg: Uint8Array };
/** `refused` has the error code of a cover that is not accepted: an error loses its class between processes. */
export type ImageResult =
  { readonly cover: ReencodedCover } | { readonly refused: ProblemError['code'] } | { readonly guide: Uint8Array };

/** Re-encodes one cover or draws one guide, in a child process of `ImagePool`. */
export default async function runTask(task: ImageTask): Promise<ImageResult> {
  if (task.kind === 'guide') return { guide: await renderGuide(task.svg) };
  try {
    return { cover: await reencodeCover(task.bytes) };
  } catch (error) {
    if (error instanceof ProblemError) return { refused: error.code };
    throw error;
  }
}

serveTasks(runTask);
