import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { KeptResult } from '../../features/proposals/kept-results.ts';
import type { Wish } from '../../features/proposals/wish.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import type { ToolId } from './tool-list.ts';

/** The open chapter, as a tool beside the prose sees it. */
export interface DeskView {
  readonly book: Book;
  readonly chapters: readonly ChapterItem[];
  readonly current: ChapterItem;
  readonly queue: SaveQueue;
  /** Null until the editor is there. */
  readonly editor: ProseEditor | null;
  readonly isEnhanced: boolean;
  readonly isNarrow: boolean;
  /** A proposal is being written. */
  readonly isWriting: boolean;
  /** Saves everything; true when the server has it. */
  readonly flush: () => Promise<boolean>;
  readonly onOpen: (chapterId: string) => void;
  readonly onTool: (tool: ToolId | null) => void;
  readonly onAsk: (wish: Wish) => void;
  readonly onReopen: (result: KeptResult) => void;
}
