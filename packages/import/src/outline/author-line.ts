const byline = /^(?:by|written by|von|par|por|di|door|av|af) (?<name>.+)$/iu;
const nameMax = 80;
const wordsMax = 6;

/**
 * The author whom a title page names after a word such as “by”; '' if it names none.
 * @param lines the lines of the page; the first one is the title of the book
 */
export function authorOnTitlePage(lines: readonly string[]): string {
  for (const line of lines.slice(1)) {
    const name = byline.exec(line.trim().replaceAll(/\s+/gu, ' '))?.groups?.['name'] ?? '';
    const isName = /^\p{Lu}/u.test(name) && !/\d/u.test(name) && name.split(' ').length <= wordsMax;
    if (isName && name.length <= nameMax) return name;
  }
  return '';
}
