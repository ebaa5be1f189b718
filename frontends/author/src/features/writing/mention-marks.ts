import { EditorSelection, type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Span } from '@inkbear/prose/text-edit';
import type { MentionSpan } from '@inkbear/story-analysis/mentions/find-mentions';

/** A name of the story bible in the text. */
export interface Mention extends Span {
  /** The entries that have the name. */
  readonly entryIds: readonly string[];
}

/** Where names stand, and what is shown about them. */
export interface MentionSource {
  /** The names in a part of the text. */
  readonly find: (text: string) => readonly MentionSpan[];
  /** Shows what is known about a name in this element. Returns the function that removes it. */
  readonly showCard: (mention: Mention, element: HTMLElement, close: () => void) => () => void;
}

/** More than the longest name, in UTF-16 units, so that a name at the edge of what is visible is found whole. */
const maxNameLength = 300;
const hoverMs = 350;

const setSource = StateEffect.define<MentionSource | null>();
const setCard = StateEffect.define<Mention | null>();

/** Marks the names that the source finds; null marks none. */
export const mentionEffect = (source: MentionSource | null): StateEffect<unknown> => setSource.of(source);

const mentionSource = StateField.define<MentionSource | null>({
  create: () => null,
  update(source, { effects }) {
    const set = effects.findLast((effect) => effect.is(setSource));
    return set ? set.value : source;
  },
});

/** The names between two positions, whole ones only. */
function mentionsBetween(state: EditorState, { from, to }: Span): Mention[] {
  const source = state.field(mentionSource);
  if (!source) return [];
  const start = Math.max(0, from - maxNameLength);
  const end = Math.min(state.doc.length, to + maxNameLength);
  return source
    .find(state.doc.sliceString(start, end))
    .map(([first, last, entryIds]) => ({ from: start + first, to: start + last, entryIds }))
    .filter((mention) => isWhole(mention, { from: start, to: end }, state.doc.length));
}

/** Whether a name does not touch an edge where the text continues, so that it may be part of a longer word. */
const isWhole = (mention: Span, read: Span, length: number): boolean =>
  (mention.from > read.from || read.from === 0) && (mention.to < read.to || read.to === length);

const mentionAt = (state: EditorState, position: number): Mention | null =>
  mentionsBetween(state, { from: position, to: position }).find(({ from, to }) => from <= position && position <= to) ??
  null;

const mark = Decoration.mark({ class: 'cm-mention' });

const decorate = ({ state, visibleRanges }: EditorView): DecorationSet =>
  Decoration.set(
    visibleRanges.flatMap((range) => mentionsBetween(state, range)).map(({ from, to }) => mark.range(from, to)),
    true,
  );

const visibleMentions = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || startState.field(mentionSource) !== state.field(mentionSource))
        this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** @param takesFocus whether the card was asked for with the keyboard */
function cardOf(state: EditorState, mention: Mention, takesFocus: boolean): Tooltip {
  return {
    pos: mention.from,
    end: mention.to,
    above: true,
    create: (view) => {
      const dom = document.createElement('div');
      dom.className = 'cm-mention-card';
      dom.tabIndex = -1;
      const close = (): void => {
        view.dispatch({ effects: setCard.of(null) });
        view.focus();
      };
      dom.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      });
      const destroy = state.field(mentionSource)?.showCard(mention, dom, close);
      return { dom, mount: () => takesFocus && dom.focus(), ...(destroy && { destroy }) };
    },
  };
}

/** The card that was asked for with the keyboard or a tap. It closes when the text or the selection changes. */
const openCard = StateField.define<Tooltip | null>({
  create: () => null,
  update(card, { docChanged, selection, effects, state }) {
    for (const effect of effects) if (effect.is(setCard)) return effect.value && cardOf(state, effect.value, true);
    return docChanged || selection ? null : card;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows the card of the name at the cursor; without a name there, the key is left to others. */
function showCardAtCursor(view: EditorView): boolean {
  const mention = mentionAt(view.state, view.state.selection.main.head);
  if (mention) view.dispatch({ effects: setCard.of(mention) });
  return mention !== null;
}

/** A tap on a name shows its card, because there is no hovering on a touch screen. */
const cardOnTap = EditorView.domEventHandlers({
  click: (event, view) => {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return false;
    const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const mention = position === null ? null : mentionAt(view.state, position);
    if (!mention) return false;
    view.dispatch({ selection: EditorSelection.cursor(mention.to) });
    view.dispatch({ effects: setCard.of(mention) });
    return true;
  },
});

/** Pixels between a card and the edges of the window. */
const edge = 16;

/** Dots under the names of the story bible. Hovering over one, a tap or Ctrl+Shift+B shows what is known about it. */
export const mentionMarks: Extension = [
  mentionSource,
  visibleMentions,
  openCard,
  cardOnTap,
  tooltips({
    tooltipSpace: () => ({ top: edge, left: edge, bottom: window.innerHeight - edge, right: window.innerWidth - edge }),
  }),
  hoverTooltip(
    (view, position) => {
      const mention = mentionAt(view.state, position);
      return mention && cardOf(view.state, mention, false);
    },
    { hoverTime: hoverMs },
  ),
  keymap.of([{ key: 'Mod-Shift-b', run: showCardAtCursor, preventDefault: true }]),
];
