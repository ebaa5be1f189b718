import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';
import { infoFields, runningHeads, skippedDestinations } from './control-words.ts';
import { changeState, type GroupState } from './rtf-state.ts';

/** What a link of the file leads to, besides an address. */
export interface LinkTarget {
  readonly kind: 'comment' | 'note';
  /** The index of the comment or note in the document. */
  readonly index: number;
}

/** What destinations need of the reader. */
interface DestinationContext {
  readonly builder: DocumentBuilder;
  readonly state: GroupState;
  /** Text of a comment is followed by its author, or preceded by it. */
  readonly comment: { author: string };
  readonly findTarget: (address: string) => LinkTarget | null;
  /** Ends the open paragraph, if it has text. */
  readonly endParagraph: () => void;
}

/** Collects the text of the group. */
function collect({ state }: DestinationContext, done: (text: string) => void): void {
  const buffer = { text: '' };
  state.destination = 'collect';
  state.buffer = buffer;
  state.onClose = () => done(buffer.text.trim());
}

/** The text of the group is set aside until it ends. */
function openFrame({ state }: DestinationContext, onClose: () => void): void {
  changeState(state, 'plain', null);
  changeState(state, 'pard', null);
  Object.assign(state, { destination: 'text', onClose });
}

function openNote(context: DestinationContext): void {
  const { builder, endParagraph } = context;
  builder.startNote();
  openFrame(context, () => {
    endParagraph();
    builder.addNoteReference(builder.endNote());
  });
}

function openTextBox(context: DestinationContext): void {
  const { builder, endParagraph } = context;
  builder.lose('text-box', outcomes.textBox);
  builder.startAside();
  openFrame(context, () => {
    endParagraph();
    builder.endAside();
  });
}

function addComment({ builder, comment }: DestinationContext, text: string): void {
  const index = builder.addComment({ author: comment.author, text });
  comment.author = '';
  if (index === null) return;
  builder.addAnchor(index, 'start');
  builder.addAnchor(index, 'end');
}

const fieldWord = /^(\w+)\s*(?:"([^"]{0,2000})"|(\S{0,2000}))?/;

/** The result of a field: the text of a link, or the value that it showed last. */
function openResult(context: DestinationContext): void {
  const { builder, state } = context;
  const [, word = '', quoted, bare = ''] = fieldWord.exec(state.field?.text ?? '') ?? [];
  const name = word.toUpperCase();
  if (name === 'HYPERLINK') openLink(context, quoted ?? bare);
  else if (name === 'TOC') skip(context, outcomes.contents, 'field');
  else if (name !== '') builder.lose('field', outcomes.field);
}

function openLink({ builder, state, findTarget }: DestinationContext, address: string): void {
  const target = findTarget(address);
  state.isLink = true;
  if (!target) builder.lose('link', outcomes.link);
  else if (target.kind === 'note') state.onClose = () => builder.addNoteReference(target.index);
  else {
    builder.addAnchor(target.index, 'start');
    state.onClose = () => builder.addAnchor(target.index, 'end');
  }
}

function skip(
  { state, builder }: DestinationContext,
  outcome?: string,
  kind: 'image' | 'other' | 'field' = 'other',
): void {
  state.destination = 'skip';
  if (outcome !== undefined) builder.lose(kind, outcome);
}

function skipRunningHead({ state, builder }: DestinationContext): void {
  state.destination = 'skip';
  builder.loseOutside('other', outcomes.runningHead);
}

const openers: Readonly<Record<string, (context: DestinationContext) => void>> = {
  fonttbl: ({ state }) => (state.destination = 'fonts'),
  stylesheet: ({ state }) => (state.destination = 'styles'),
  info: ({ state }) => (state.destination = 'info'),
  footnote: openNote,
  shptxt: openTextBox,
  pict: (context) => skip(context, outcomes.image, 'image'),
  object: (context) => skip(context, outcomes.embedded),
  shppict: () => undefined,
  shp: () => undefined,
  shpinst: () => undefined,
  listtext: ({ builder }) => builder.lose('style', outcomes.list),
  pntext: ({ builder }) => builder.lose('style', outcomes.list),
  field: ({ state }) => (state.field = { text: '' }),
  fldinst: (context) => {
    const { field } = context.state;
    collect(context, (text) => {
      if (field) field.text = text;
    });
  },
  fldrslt: openResult,
  atnauthor: (context) => collect(context, (author) => (context.comment.author = author)),
  annotation: (context) => collect(context, (text) => addComment(context, text)),
};

/**
 * Changes where the text of a group goes, if a control word names a destination.
 * @returns false for other control words
 */
export function openDestination(name: string, context: DestinationContext): boolean {
  const { state, builder } = context;
  if (state.destination === 'skip') return true;
  const field = state.destination === 'info' ? infoFields[name] : undefined;
  const open = openers[name];
  if (field !== undefined) collect(context, (text) => (builder.metadata[field] ||= text));
  else if (open) open(context);
  else if (runningHeads.has(name)) skipRunningHead(context);
  else if (skippedDestinations.has(name)) skip(context);
  else return false;
  return true;
}
