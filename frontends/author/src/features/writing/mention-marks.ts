import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  closeHoverTooltips,
  Decoration,
  type DecorationSet,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { TextRange } from '@inkbear/prose/text-edit';
import type { MentionSpan } from '@inkbear/story-analysis/mentions/find-mentions';

/** A name of the story bible in the text. */
export interface Mention extends TextRange {
  /** The entries that have the name. */
  readonly entryIds: readonly string[];
}

/** Finds the names of the story bible in a text, and shows the card of a name. */
export interface MentionSource {
  /** The names in a part of the text. */
  readonly find: (text: string) => readonly MentionSpan[];
  /** Shows what is known about a name. Returns the function that removes it. */
  readonly showCard: (card: ShownCard) => () => void;
}

/** A card that is shown: its name in the text, and the element that the source fills. */
export interface ShownCard {
  readonly mention: Mention;
  readonly element: HTMLElement;
  /** The card was opened with the keyboard, so it takes the focus. */
  readonly takesFocus: boolean;
  /** Closes the card and returns to the text. */
  readonly close: () => void;
}

/** More than the longest name, in UTF-16 units, so that a name at the edge of what is visible is found whole. */
const maxNameLength = 300;
const hoverMs = 350;

const setSource = StateEffect.define<MentionSource | null>();
const setCard = StateEffect.define<{ readonly mention: Mention; readonly takesFocus: boolean } | null>();

/** Marks the names that the source finds; null marks none. */
export const mentionEffect = (source: MentionSource | null): StateEffect<unknown> => setSource.of(source);

const mentionSource = StateField.define<MentionSource | null>({
  create: () => null,
  update(source, { effects }) {
    const set = effects.findLast((effect) => effect.is(setSource));
    return set ? set.value : source;
  },
});

/** The names that touch a range. Reads more text on both sides than the longest name has, so each is found whole. */
function mentionsBetween(state: EditorState, { from, to }: TextRange): Mention[] {
  const source = state.field(mentionSource);
  if (!source) return [];
  const start = Math.max(0, from - maxNameLength);
  const end = Math.min(state.doc.length, to + maxNameLength);
  return source
    .find(state.doc.sliceString(start, end))
    .map(([first, last, entryIds]) => ({ from: start + first, to: start + last, entryIds }))
    .filter((mention) => mention.to >= from && mention.from <= to);
}

const mentionAt = (state: EditorState, position: number): Mention | null =>
  mentionsBetween(state, { from: position, to: position })[0] ?? null;

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

/** @param takesFocus whether the card was opened with the keyboard */
function cardOf(state: EditorState, mention: Mention, takesFocus: boolean): Tooltip {
  return {
    pos: mention.from,
    end: mention.to,
    above: true,
    create: (view) => {
      const element = document.createElement('div');
      element.className = 'cm-mention-card';
      const close = (): void => {
        closeCards(view);
        view.focus();
      };
      element.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      });
      const destroy = state.field(mentionSource)?.showCard({ mention, element, takesFocus, close });
      return { dom: element, ...(destroy && { destroy }) };
    },
  };
}

/** The card that was opened with the keyboard or a tap. It closes when the text or the selection changes. */
const openCard = StateField.define<Tooltip | null>({
  create: () => null,
  update(card, { docChanged, selection, effects, state }) {
    for (const effect of effects) {
      if (effect.is(setSource)) return null;
      if (effect.is(setCard)) return effect.value && cardOf(state, effect.value.mention, effect.value.takesFocus);
    }
    return docChanged || selection ? null : card;
  },
  provide: (field) => showTooltip.from(field),
});

function closeCards(view: EditorView): void {
  view.dispatch({ effects: [setCard.of(null), closeHoverTooltips] });
}

/** Shows the card of the name at the cursor. */
function showCardAtCursor(view: EditorView): boolean {
  const mention = mentionAt(view.state, view.state.selection.main.head);
  if (mention) view.dispatch({ effects: [closeHoverTooltips, setCard.of({ mention, takesFocus: true })] });
  return mention !== null;
}

/** Closes an open card; without one, the key is left to others. */
function closeOpenCards(view: EditorView): boolean {
  if (!view.state.field(openCard) && !hasHoverTooltips(view.state)) return false;
  closeCards(view);
  return true;
}

/** How the last press on the text was made. */
interface Press {
  readonly isTouch: boolean;
  /** Where the cursor was before it; null when the text did not have the focus. */
  readonly cursor: number | null;
}
const lastPress = new WeakMap<EditorView, Press>();

/**
 * A tap on a name shows its card, because there is no hovering on a touch screen. While the author writes, the first tap
 * on a name only moves the cursor into it.
 */
const cardOnTap = EditorView.domEventHandlers({
  pointerdown: ({ pointerType }, view) => {
    const cursor = view.hasFocus ? view.state.selection.main.head : null;
    lastPress.set(view, { isTouch: pointerType === 'touch', cursor });
  },
  click: ({ clientX, clientY }, view) => {
    const press = lastPress.get(view);
    const position = press?.isTouch ? view.posAtCoords({ x: clientX, y: clientY }) : null;
    const mention = position === null ? null : mentionAt(view.state, position);
    if (!press || !mention) return;
    const isMoved = press.cursor !== null && (press.cursor < mention.from || press.cursor > mention.to);
    if (!isMoved) view.dispatch({ effects: setCard.of({ mention, takesFocus: false }) });
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
      if (lastPress.get(view)?.isTouch || view.state.field(openCard)) return null;
      const mention = mentionAt(view.state, position);
      return mention && cardOf(view.state, mention, false);
    },
    { hoverTime: hoverMs, hideOnChange: true },
  ),
  keymap.of([
    { key: 'Mod-Shift-b', run: showCardAtCursor, preventDefault: true },
    { key: 'Escape', run: closeOpenCards },
  ]),
];
