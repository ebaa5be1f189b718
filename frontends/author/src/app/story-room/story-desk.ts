import type { Story } from '@inkbear/contracts/stories/story';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { KeptResult } from '../../features/proposals/kept-results.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';

/** The open story, as a tool beside the prose sees it. */
export interface StoryDesk {
  readonly story: Story;
  readonly manuscript: Manuscript;
  readonly userId: string;
  readonly queue: SaveQueue;
  /** Null until the editor is there. */
  readonly editor: ProseEditor | null;
  /** False until the author has decided between two texts. */
  readonly canEdit: boolean;
  /** A proposal is being written. */
  readonly isWriting: boolean;
  readonly onReopen: (result: KeptResult) => void;
  readonly onInformation: () => void;
  readonly onPdf: () => void;
  readonly onText: () => void;
}

/** BCP 47: stories have no language of their own. */
export const storyLanguage = 'EN';
