import { proposeTypography, type TypographyKind } from '@inkbear/prose/typography/propose-typography';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { counted } from '@inkbear/web-kit/counted.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import { editorNotReadyToast } from '../features/writing/undo-action.ts';
import type { Manuscript } from '../saving/manuscript.ts';
import { useUndoAction } from './use-undo-action.ts';

const nouns: readonly (readonly [kind: TypographyKind, one: string, more: string])[] = [
  ['quotation-mark', 'quotation mark', 'quotation marks'],
  ['dash', 'dash', 'dashes'],
  ['ellipsis', 'ellipsis', 'ellipses'],
  ['spaces', 'repeated space', 'repeated spaces'],
];

/**
 * Applies all typographic proposals for the open text as one change, whose text before stays in the history. A toast says
 * what changed and can undo it.
 */
export function useImproveTypography(manuscript: Manuscript, editor: ProseEditor | null, language: string): () => void {
  const makeUndo = useUndoAction(manuscript);
  return () => {
    if (editor === null) return showToast(editorNotReadyToast);
    const proposals = proposeTypography(editor.text(), language);
    if (proposals.length === 0)
      return showToast({
        title: 'Nothing to change',
        description: 'Quotes, dashes and spaces already look the way they should in print.',
      });
    const change = editor.apply(
      proposals.map(({ from, to, insert }) => ({ from, to, insert })),
      'replacement',
    );
    const parts = nouns.flatMap(([kind, one, more]) => {
      const count = proposals.filter((proposal) => proposal.kind === kind).length;
      return count === 0 ? [] : [counted(count, one, more)];
    });
    showToast({
      title: 'Typography improved',
      description: `Changed: ${parts.join(', ')}.`,
      durationMs: 10_000,
      action: makeUndo(change),
    });
  };
}
