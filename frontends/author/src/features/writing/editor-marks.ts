import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** A marked part of the text: UTF-16 positions and a CSS class; `id` identifies it for its owner. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly className: string;
  readonly title?: string;
  readonly id?: string;
}
export interface MarkedSpan {
  readonly from: number;
  readonly to: number;
  readonly id?: string;
}

const setLayer = StateEffect.define<{ layer: string; marks: readonly Mark[] }>();
const none: ReadonlyMap<string, DecorationSet> = new Map();

/** Marks by layer (findings, the spoken sentence, search hits), mapped through every change. */
export const markLayers = StateField.define<ReadonlyMap<string, DecorationSet>>({
  create: () => none,
  update(layers, { changes, docChanged, effects, newDoc }) {
    const set = effects.filter((effect) => effect.is(setLayer));
    if (layers.size === 0 && set.length === 0) return layers;
    if (!docChanged && set.length === 0) return layers;
    const next = new Map(
      [...layers].map(([layer, marks]) => [layer, docChanged ? marks.map(changes) : marks] as const),
    );
    for (const { value } of set) {
      if (value.marks.length === 0) next.delete(value.layer);
      else next.set(value.layer, decorate(value.marks, newDoc.length));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field, (layers) => RangeSet.join([...layers.values()])),
});

function decorate(marks: readonly Mark[], length: number): DecorationSet {
  const fitting = marks.filter(({ from, to }) => from < to && to <= length);
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

export const hasMarkEffect = (effects: readonly StateEffect<unknown>[]): boolean =>
  effects.some((effect) => effect.is(setLayer));

/** Replaces all marks of one layer; an empty list removes the layer. */
export const markEffect = (layer: string, marks: readonly Mark[]): StateEffect<unknown> =>
  setLayer.of({ layer, marks });

/** The current positions of the marks of a layer. */
export function marksOf(layers: ReadonlyMap<string, DecorationSet>, layer: string): MarkedSpan[] {
  const found: MarkedSpan[] = [];
  for (const cursor = layers.get(layer)?.iter(); cursor?.value; cursor.next()) {
    const { id } = cursor.value.spec as { id?: string };
    found.push({ from: cursor.from, to: cursor.to, ...(id === undefined ? {} : { id }) });
  }
  return found;
}
