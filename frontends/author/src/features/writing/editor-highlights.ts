import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** A highlighted part of the text: UTF-16 positions and a CSS class; `id` identifies it for its owner. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
  readonly className: string;
  readonly title?: string;
  readonly id?: string;
}
export interface HighlightedRange {
  readonly from: number;
  readonly to: number;
  readonly id?: string;
}

const setLayer = StateEffect.define<{ layer: string; highlights: readonly Highlight[] }>();
const none: ReadonlyMap<string, DecorationSet> = new Map();

/** Highlights by layer (findings, the spoken sentence, search hits), mapped through every change. */
export const highlightLayers = StateField.define<ReadonlyMap<string, DecorationSet>>({
  create: () => none,
  update(layers, { changes, docChanged, effects, newDoc }) {
    const set = effects.filter((effect) => effect.is(setLayer));
    if (layers.size === 0 && set.length === 0) return layers;
    if (!docChanged && set.length === 0) return layers;
    const next = new Map(
      [...layers].map(([layer, highlights]) => [layer, docChanged ? highlights.map(changes) : highlights] as const),
    );
    for (const { value } of set) {
      if (value.highlights.length === 0) next.delete(value.layer);
      else next.set(value.layer, decorate(value.highlights, newDoc.length));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field, (layers) => RangeSet.join([...layers.values()])),
});

function decorate(highlights: readonly Highlight[], length: number): DecorationSet {
  const fitting = highlights.filter(({ from, to }) => from < to && to <= length);
  return Decoration.set(
    fitting.map(({ from, to, className, title, id }) =>
      Decoration.mark({ class: className, id, ...(title === undefined ? {} : { attributes: { title } }) }).range(
        from,
        to,
      ),
    ),
    true,
  );
}

export const hasHighlightEffect = (effects: readonly StateEffect<unknown>[]): boolean =>
  effects.some((effect) => effect.is(setLayer));

/** Replaces all highlights of one layer; an empty list removes the layer. */
export const highlightEffect = (layer: string, highlights: readonly Highlight[]): StateEffect<unknown> =>
  setLayer.of({ layer, highlights });

/** The current positions of the highlights of a layer. */
export function highlightsOf(layers: ReadonlyMap<string, DecorationSet>, layer: string): HighlightedRange[] {
  const found: HighlightedRange[] = [];
  for (const cursor = layers.get(layer)?.iter(); cursor?.value; cursor.next()) {
    const { id } = cursor.value.spec as { id?: string };
    found.push({ from: cursor.from, to: cursor.to, ...(id === undefined ? {} : { id }) });
  }
  return found;
}
