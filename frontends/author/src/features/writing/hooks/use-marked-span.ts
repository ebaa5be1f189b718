import type { Span } from '@inkbear/prose/text-edit';
import { useMemo, useSyncExternalStore } from 'react';
import type { ProseEditor } from '../prose-editor.ts';

const nowhere = () => () => undefined;

/** Where the first mark of a layer stands now; null without one. */
export function useMarkedSpan(editor: ProseEditor | null, layer: string): Span | null {
  const key = useSyncExternalStore(editor?.subscribe ?? nowhere, () => {
    const span = editor?.marks(layer)[0];
    return span === undefined ? '' : `${span.from}:${span.to}`;
  });
  return useMemo(() => {
    if (key === '') return null;
    const [from = 0, to = 0] = key.split(':').map(Number);
    return { from, to };
  }, [key]);
}
