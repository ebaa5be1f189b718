/**
 * Like `text.indexOf(part)`, in time proportional to both lengths (Knuth–Morris–Pratt). `indexOf` takes the product of
 * the lengths for `ab` and many `a` in a longer run of `a` (44 s for 100,000 units in 2 million), so it must not be
 * used to search for user-supplied text. Units are UTF-16.
 */
export function indexOfText(text: string, part: string): number {
  if (part.length === 0) return 0;
  for (const at of indexesOfText(text, part)) return at;
  return -1;
}

/** All places where a text has a part, also those that overlap, in time proportional to both lengths. */
export function* indexesOfText(text: string, part: string): Generator<number> {
  if (part.length === 0 || part.length > text.length) return;
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched < part.length) continue;
    yield at - matched + 1;
    matched = borders[matched - 1] ?? 0;
  }
}

/** The failure table: for each prefix of `part`, the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at += 1) {
    const unit = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}
