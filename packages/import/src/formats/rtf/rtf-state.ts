/** Where the text of a group goes. */
type Destination = 'text' | 'skip' | 'fonts' | 'styles' | 'info' | 'collect';

/** The state of one group. A new group begins with that of the group around it. */
export interface GroupState {
  destination: Destination;
  /** What happens when the group that changed the destination ends; only of that group. */
  onClose: (() => void) | null;
  /** Whether the next control word may name a destination that older readers do not know. */
  isIgnorable: boolean;
  /** Where collected text goes. */
  buffer: { text: string } | null;
  /** The instruction of the field around the group. */
  field: { text: string } | null;
  isLink: boolean;
  encoding: string;
  /** How many characters after a Unicode character stand for it in older readers. */
  fallbackLength: number;
  italic: boolean;
  bold: boolean;
  underline: boolean;
  strike: boolean;
  raised: boolean;
  capitals: boolean;
  highlight: boolean;
  hidden: boolean;
  deleted: boolean;
  inserted: boolean;
  style: number;
  outlineLevel: number | null;
  isCentred: boolean;
  isInTable: boolean;
  hasPageBreak: boolean;
}

export const createState = (): GroupState => ({
  destination: 'text',
  onClose: null,
  isIgnorable: false,
  buffer: null,
  field: null,
  isLink: false,
  encoding: 'windows-1252',
  fallbackLength: 1,
  italic: false,
  bold: false,
  underline: false,
  strike: false,
  raised: false,
  capitals: false,
  highlight: false,
  hidden: false,
  deleted: false,
  inserted: false,
  style: 0,
  outlineLevel: null,
  isCentred: false,
  isInTable: false,
  hasPageBreak: false,
});

/** Formats of characters that a control word switches on, and off with 0. */
const switches: Readonly<
  Record<string, 'italic' | 'bold' | 'underline' | 'strike' | 'capitals' | 'hidden' | 'deleted' | 'inserted'>
> = {
  i: 'italic',
  b: 'bold',
  ul: 'underline',
  uld: 'underline',
  uldb: 'underline',
  ulw: 'underline',
  strike: 'strike',
  striked: 'strike',
  caps: 'capitals',
  scaps: 'capitals',
  v: 'hidden',
  deleted: 'deleted',
  revised: 'inserted',
};

const setters: Readonly<Record<string, (state: GroupState, value: number | null) => void>> = {
  ulnone: (state) => (state.underline = false),
  super: (state, value) => (state.raised = value !== 0),
  sub: (state, value) => (state.raised = value !== 0),
  nosupersub: (state) => (state.raised = false),
  highlight: (state, value) => (state.highlight = value !== 0),
  plain: resetCharacters,
  pard: resetParagraph,
  s: (state, value) => (state.style = value ?? 0),
  outlinelevel: (state, value) => (state.outlineLevel = value),
  qc: (state) => (state.isCentred = true),
  ql: (state) => (state.isCentred = false),
  qr: (state) => (state.isCentred = false),
  qj: (state) => (state.isCentred = false),
  intbl: (state) => (state.isInTable = true),
  pagebb: (state, value) => (state.hasPageBreak = value !== 0),
  uc: (state, value) => (state.fallbackLength = value ?? 1),
};

function resetCharacters(state: GroupState): void {
  const { italic, bold, underline, strike, raised, capitals, highlight, hidden, deleted, inserted } = createState();
  Object.assign(state, { italic, bold, underline, strike, raised, capitals, highlight, hidden, deleted, inserted });
}

function resetParagraph(state: GroupState): void {
  Object.assign(state, { style: 0, outlineLevel: null, isCentred: false, isInTable: false, hasPageBreak: false });
}

/** Changes the state by a control word. False for one that changes none. */
export function changeState(state: GroupState, name: string, value: number | null): boolean {
  const format = switches[name];
  if (format !== undefined) state[format] = value !== 0;
  const set = setters[name];
  set?.(state, value);
  return format !== undefined || set !== undefined;
}
