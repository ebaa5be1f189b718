import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import type { KeptResult } from '../../features/proposals/kept-results.ts';
import type { AiRequest } from '../../features/proposals/ai-request.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import type { ToolId } from './tool-id.ts';

/** Props of every tool beside the text: the open chapter and what a tool may do with it. */
export interface ToolContext {
  readonly book: Book;
  readonly chapters: readonly ChapterItem[];
  readonly current: ChapterItem;
  readonly queue: SaveQueue;
  /** Null until the editor is ready. */
  readonly editor: ProseEditor | null;
  readonly isEnhanced: boolean;
  readonly isNarrow: boolean;
  /** A proposal is being written. */
  readonly isWriting: boolean;
  /** Saves everything; true when the server has acknowledged it. */
  readonly flush: () => Promise<boolean>;
  readonly onOpen: (chapterId: string) => void;
  readonly onTool: (tool: ToolId | null) => void;
  readonly onAsk: (request: AiRequest) => void;
  readonly onReopen: (result: KeptResult) => void;
}
