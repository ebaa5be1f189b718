import type { DeltaHandlers } from '@inkbear/web-kit/stream.ts';
import type { Manuscript } from '../../saving/manuscript.ts';
import type { Variant } from './proposal.ts';
import type { AiRequest } from './ai-request.ts';

export interface StreamTextOptions extends DeltaHandlers {
  readonly variantOf?: string;
  readonly signal: AbortSignal;
}
export type StreamText = (request: AiRequest, options: StreamTextOptions) => Promise<Variant>;

/** The manuscript that a proposal is for, and how its text is requested. */
export interface ProposalTarget {
  readonly manuscript: Manuscript;
  /** Shown in the toast when another manuscript is on the screen. */
  readonly title: string;
  /** Streams the text for one request; aborting stops the work on the server. */
  readonly streamText: StreamText;
  /** The saved revision with this text; null when there is none. */
  readonly revisionOf: (content: string) => Promise<number | null>;
  /** Called when the server has put the variant into the text, which was empty. */
  readonly onInserted?: (variant: Variant) => void;
}
