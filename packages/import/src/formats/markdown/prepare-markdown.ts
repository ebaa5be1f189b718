/** A Markdown file without what CommonMark does not know. */
interface PreparedMarkdown {
  /** The fields of its metadata in YAML, with names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
  /** The texts of footnotes, by their labels. */
  readonly notes: ReadonlyMap<string, string>;
}

const fence = '---';
const maxFieldLines = 200;

/** Metadata stands between two lines of hyphens at the beginning. Only simple fields are read. */
function readFields(lines: readonly string[]): { fields: Map<string, string>; next: number } {
  const fields = new Map<string, string>();
  const end = lines.slice(1, maxFieldLines).findIndex((line) => line.trimEnd() === fence || line.trimEnd() === '...');
  if (lines[0]?.trimEnd() !== fence || end < 0) return { fields, next: 0 };
  const own = lines.slice(1, end + 1);
  if (!own.every((line) => line.trim() === '' || /^[\s#-]|^[\w-]+\s*:/.test(line))) return { fields, next: 0 };
  for (const line of own) {
    const colon = line.indexOf(':');
    if (colon > 0 && !line.startsWith(' '))
      fields.set(line.slice(0, colon).trim().toLowerCase(), unquote(line.slice(colon + 1)));
  }
  return { fields, next: end + 2 };
}

function unquote(value: string): string {
  const text = value.trim();
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1) return text.slice(1, -1).replaceAll("''", "'");
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    // Escapes that YAML has and JSON does not.
    return text.replaceAll('"', '');
  }
}

const noteStart = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/;
const continuation = /^(?: {4}|\t)/;
const codeFence = /^ {0,3}(?:```|~~~)/;

/** Takes the footnotes out of a text: a definition, and the lines that continue it. */
function takeNotes(lines: readonly string[]): { body: string[]; notes: Map<string, string[]> } {
  const body: string[] = [];
  const notes = new Map<string, string[]>();
  let open: string[] | null = null;
  let isCode = false;
  for (const line of lines) {
    if (codeFence.test(line)) isCode = !isCode;
    const [start, label] = isCode ? [] : (noteStart.exec(line) ?? []);
    if (start !== undefined && label !== undefined) {
      open = [line.slice(start.length)];
      notes.set(label.toLowerCase(), open);
      // The paragraphs before and after the note stay apart.
      body.push('');
    } else if (open && continues(open, line)) open.push(line.replace(continuation, ''));
    else {
      open = null;
      body.push(line);
    }
  }
  return { body, notes };
}

/** A note continues until a blank line, and after it in indented lines. */
const continues = (lines: readonly string[], line: string): boolean =>
  line.trim() === '' || continuation.test(line) || lines.at(-1)?.trim() !== '';

/** Paragraphs of a manuscript have fewer of these signs. With very many the parser takes quadratic time. */
const maxSigns = 200;
/** With very many of them inside a heading the parser takes quadratic time. Inside a line one means the same as many. */
const blanksInside = /(?<=\S)[ \t]{2,}(?=\S)/g;

/** Makes text of the brackets in paragraphs that have far too many of them. */
function tame(lines: readonly string[]): string[] {
  const tamed: string[] = [];
  let from = 0;
  while (from < lines.length) {
    let to = from;
    let signs = 0;
    for (; to < lines.length && lines[to]?.trim() !== ''; to += 1) signs += countSigns(lines[to] ?? '');
    const paragraph = lines.slice(from, to + 1);
    for (const line of paragraph) tamed.push(signs > maxSigns ? line.replaceAll(/[[<]/g, '\\$&') : line);
    from = to + 1;
  }
  return tamed;
}

function countSigns(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at += 1) if (line[at] === '[' || line[at] === '<') count += 1;
  return count;
}

/** Takes a Markdown file apart into metadata, text and footnotes. */
export function prepareMarkdown(markdown: string): PreparedMarkdown {
  const lines = markdown.replaceAll(/\r\n?/g, '\n').split('\n');
  const { fields, next } = readFields(lines);
  const { body, notes } = takeNotes(lines.slice(next));
  const prepare = (own: readonly string[]): string =>
    tame(own.map((line) => line.replaceAll(blanksInside, ' '))).join('\n');
  return { fields, body: prepare(body), notes: new Map([...notes].map(([label, own]) => [label, prepare(own)])) };
}
