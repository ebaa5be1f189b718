/** Words that begin with a written vowel but a spoken `y` or `w`. */
const likeConsonant =
  /^(?:eu|ew[ae]|one(?:$|[s'’-]|self)|once|ouija|u(?:-|biq|fo|gand|k|ni(?:c|f|o|q|s|t|v|la)|r(?:an|in|o|ug)|s(?:a[bg]|e|u)|t(?:en|er|il|op))|u$)/;
/** Words that begin with a silent `h`. */
const silentH = /^(?:hour|heir|honest|honou?r)/;
/** Words that take either article, or that have several pronunciations. */
const either = /^(?:h(?:ist|otel|erb|eroic|abit|allucin|ypothe|ysteri)|x)/;

/** The article before a word, by its sound. Returns null when both are possible or it is unknown. */
export function articleBefore(word: string): 'a' | 'an' | null {
  if (/^\d/.test(word)) return /^(?:8|1[18](?!\d))/.test(word) ? 'an' : 'a';
  // The letters of some abbreviations are read out one by one (FBI), those of others are not (NASA).
  if (word.length < 2 || (word === word.toUpperCase() && word !== word.toLowerCase())) return null;
  const lower = word.toLowerCase();
  if (either.test(lower) || !/^[a-z]/.test(lower)) return null;
  if (silentH.test(lower)) return 'an';
  return /^[aeiou]/.test(lower) && !likeConsonant.test(lower) ? 'an' : 'a';
}
