import type { Story } from '@inkbear/contracts/stories/story';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { KeptResult } from '../../features/proposals/kept-results.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';

/** Props of every tool beside the text: the open story and what a tool may do with it. */
export interface StoryToolContext {
  readonly story: Story;
  readonly manuscript: Manuscript;
  readonly userId: string;
  readonly queue: SaveQueue;
  /** Null until the editor is ready. */
  readonly editor: ProseEditor | null;
  /** False while a save conflict is open. */
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
