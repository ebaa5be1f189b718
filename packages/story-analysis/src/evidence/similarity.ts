/** Further words count as different, because the time is the product of both lengths. */
const maxWords = 200;

/**
 * How similar two lists of words are, from 0 to 1: twice the length of their longest common subsequence, divided by the
 * number of all words. Two empty lists have nothing in common.
 */
export function similarityOf(one: readonly string[], other: readonly string[]): number {
  const total = one.length + other.length;
  return total === 0 ? 0 : (2 * commonLength(one.slice(0, maxWords), other.slice(0, maxWords))) / total;
}

/** The length of the longest common subsequence. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  // Entry `n` is the length for the words of `a` so far and the first `n` words of `b`.
  let lengths = new Uint16Array(b.length + 1);
  for (const word of a) {
    const next = new Uint16Array(b.length + 1);
    for (const [at, other] of b.entries())
      next[at + 1] = word === other ? (lengths[at] ?? 0) + 1 : Math.max(next[at] ?? 0, lengths[at + 1] ?? 0);
    lengths = next;
  }
  return lengths.at(-1) ?? 0;
}
