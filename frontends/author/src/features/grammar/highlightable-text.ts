interface Span {
  readonly from: number;
  readonly to: number;
}

/** The part of the editor that the grammar check needs; positions are UTF-16 units. */
export interface HighlightableText {
  readonly highlight: (
    layer: string,
    highlights: readonly (Span & { readonly className: string; readonly title?: string; readonly id?: string })[],
  ) => void;
  readonly highlights: (layer: string) => readonly (Span & { readonly id?: string })[];
  readonly reveal: (span: Span) => void;
  readonly apply: (edits: readonly (Span & { readonly insert: string })[]) => void;
}

export const grammarLayer = 'grammar';
