import type { TextRange } from '@inkbear/prose/text-edit';
import { useMemo, useSyncExternalStore } from 'react';
import type { ProseEditor } from '../prose-editor.ts';

const noSubscription = () => () => undefined;

/** The current position of the first highlight of a layer; null without one. */
export function useHighlightedRange(editor: ProseEditor | null, layer: string): TextRange | null {
  const key = useSyncExternalStore(editor?.subscribe ?? noSubscription, () => {
    const range = editor?.highlights(layer)[0];
    return range === undefined ? '' : `${range.from}:${range.to}`;
  });
  return useMemo(() => {
    if (key === '') return null;
    const [from = 0, to = 0] = key.split(':').map(Number);
    return { from, to };
  }, [key]);
}
