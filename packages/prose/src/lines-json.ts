// Converts between texts and lists of their lines as JSON, for texts of up to a million lines. The JSON of the whole text
// is rewritten byte by byte, which takes a third of the time of splitting the text or parsing each line.

const [backslash, n, quote, comma] = [0x5c, 0x6e, 0x22, 0x2c];

/** Average units of a line below which rewriting bytes is faster. */
const shortLineUnits = 20;

/** Whether `part` occurs at least `minimum` times in a text. Stops counting there. */
function occursOften(text: string, part: string, minimum: number): boolean {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    count += 1;
    if (count >= minimum) return true;
  }
  return false;
}

/** The lines of a text as a JSON list without its brackets: `"one","two"`. */
export const linesAsJson = (text: string): string =>
  occursOften(text, '\n', Math.max(1, text.length / shortLineUnits))
    ? splitAtLineFeeds(text)
    : JSON.stringify(text.split('\n')).slice(1, -1);

function splitAtLineFeeds(text: string): string {
  const escaped = new TextEncoder().encode(JSON.stringify(text));
  // An escaped line feed has two bytes and becomes three.
  const lines = new Uint8Array(escaped.length + Math.ceil(escaped.length / 2));
  let end = 0;
  for (let at = 0; at < escaped.length; at += 1) {
    const byte = escaped[at] as number;
    if (byte !== backslash) {
      lines[end++] = byte;
      continue;
    }
    at += 1;
    const escapedByte = escaped[at] as number;
    if (escapedByte === n) {
      lines[end++] = quote;
      lines[end++] = comma;
      lines[end++] = quote;
    } else {
      lines[end++] = backslash;
      lines[end++] = escapedByte;
    }
  }
  return new TextDecoder().decode(lines.subarray(0, end));
}

/**
 * Rewrites the JSON of trusted changes so that each replaced range has its inserted text as one string instead of as a
 * list of lines: `[3,[1,"one","two"]]` becomes `[3,[1,"one\ntwo"]]`.
 */
export function joinLinesInJson(json: string): string {
  const bytes = new TextEncoder().encode(json);
  let end = 0;
  let isInString = false;
  // Written back into `bytes`, because the result is never longer: three bytes (`","`) become two (`\n`).
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (isInString && byte === backslash) {
      bytes[end++] = byte;
      at += 1;
      bytes[end++] = bytes[at] as number;
    } else if (isInString && byte === quote && bytes[at + 1] === comma) {
      // The end of a line: in the JSON of changes, a comma after a string is always followed by the next line.
      at += 2;
      bytes[end++] = backslash;
      bytes[end++] = n;
    } else {
      if (byte === quote) isInString = !isInString;
      bytes[end++] = byte;
    }
  }
  return new TextDecoder().decode(bytes.subarray(0, end));
}

/** Whether the JSON of changes has many short lines, so that it can be parsed faster after `joinLinesInJson`. */
export const hasShortLines = (json: string): boolean =>
  json.length > 10_000 && occursOften(json, '","', json.length / shortLineUnits);
