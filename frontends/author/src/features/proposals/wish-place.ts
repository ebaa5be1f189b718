import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { Attempt } from './proposal.ts';
import type { Wish } from './wish.ts';

export interface Asking {
  readonly variantOf?: string;
  readonly signal: AbortSignal;
  readonly onDelta: (text: string) => void;
}
export type Ask = (wish: Wish, asking: Asking) => Promise<Attempt>;

/** Where a wish belongs, and who is asked. */
export interface WishPlace {
  readonly manuscript: Manuscript;
  /** Named when another text is on the screen. */
  readonly title: string;
  /** Streams one wish as a text of its own; aborting stops the work on the server. */
  readonly ask: Ask;
  /** The saved revision that reads like this; null when there is none. */
  readonly revisionOf: (content: string) => Promise<number | null>;
  /** The server has put the attempt into the text itself, which was empty. */
  readonly onStored?: (attempt: Attempt) => void;
}
