import type { Manuscript } from '../saving/manuscript.ts';
import type { SaveQueue } from '../saving/save-queue.ts';
import type { AiRequest } from '../features/proposals/ai-request.ts';
import type { ProposalControl } from '../features/proposals/hooks/use-proposal.ts';
import type { SavedResult } from '../features/proposals/saved-results.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import { createRequiredContext } from '../ui/required-context.ts';
import type { ToolId } from './tool.ts';

/** The parts of the editor besides the text: mode, tool and dialog. */
export interface EditorLayout {
  /** The window is too narrow for a tool beside the text. */
  readonly isNarrow: boolean;
  /** The most used tools and the menu are below the text, not in the top bar. */
  readonly hasBottomBar: boolean;
  /** Only the text is shown. */
  readonly isFocusMode: boolean;
  readonly setFocusMode: (on: boolean) => void;
  /** The text is shown as a page, not for editing. */
  readonly isReadMode: boolean;
  readonly setReadMode: (on: boolean) => void;
  /** Typed quotation marks, dashes and ellipses become typographic ones. */
  readonly isAutoTypographyOn: boolean;
  readonly setAutoTypography: (on: boolean) => void;
  /** The line of the cursor stays in the middle of the window. */
  readonly isTypewriterOn: boolean;
  readonly setTypewriter: (on: boolean) => void;
  readonly openToolId: ToolId | null;
  readonly openTool: (id: ToolId | null) => void;
  readonly dialog: EditorDialog | null;
  readonly setDialog: (dialog: EditorDialog | null) => void;
}

/** The open chapter or story, for the bars, the text and the tools of its editor. */
export interface OpenManuscript {
  readonly manuscript: Manuscript;
  readonly title: string;
  /** The language of the text (BCP 47). */
  readonly language: string;
  readonly userId: string;
  readonly queue: SaveQueue;
  /** Saves at once, and shows a toast if that fails. */
  readonly saveNow: () => void;
  readonly proposalControl: ProposalControl;
  readonly isAiRunning: boolean;
  /**
   * The editor of the text, for tools; null until it is ready. If a tool or the read mode covers the text, `reveal`
   * closes it before it scrolls.
   */
  readonly editor: ProseEditor | null;
  /** The same editor with a `reveal` that only scrolls, for the text itself. */
  readonly plainEditor: ProseEditor | null;
  readonly setEditor: (editor: ProseEditor | null) => void;
  /** False without the right to edit, and while a save conflict is open. */
  readonly canEdit: boolean;
  readonly layout: EditorLayout;
  /** Makes the text typographic: curly quotes, dashes instead of hyphens, single spaces. Can be undone. */
  readonly improveTypography: () => void;
  /** Shows the text, then sends a request whose result becomes a proposal. */
  readonly askAi: (request: AiRequest) => void;
  /** Shows the text, then an earlier result as a proposal again. */
  readonly reopenResult: (result: SavedResult) => void;
}

export type EditorDialog = 'goal' | 'shortcuts';

export const [OpenManuscriptProvider, useOpenManuscript] = createRequiredContext<OpenManuscript>('The open manuscript');
