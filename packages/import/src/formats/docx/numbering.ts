import { toRoman } from '../../roman.ts';
import type { XmlElement } from '../../xml/parse-xml.ts';
import type { ListPlace } from './styles.ts';

interface LevelFormat {
  format: string;
  /** Such as `%1.` or `Chapter %1`. */
  pattern: string;
  start: number;
}

const maxLevels = 9;

/** a to z, then aa to zz. */
function toLetters(number: number): string {
  if (number < 1) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(5, Math.ceil(number / 26)));
}

const formats: Readonly<Record<string, (number: number) => string>> = {
  lowerRoman: (number) => toRoman(number).toLowerCase(),
  upperRoman: toRoman,
  lowerLetter: toLetters,
  upperLetter: (number) => toLetters(number).toUpperCase(),
  none: () => '',
};

/** The numbers and bullets of lists, which the text of a Word document does not contain. */
export class Numbering {
  readonly #abstract = new Map<string, Map<number, LevelFormat>>();
  /** The abstract list of each list. */
  readonly #lists = new Map<string, string>();
  readonly #counters = new Map<string, number[]>();
  #abstractId = '';
  #listId = '';
  #level: LevelFormat | null = null;

  readonly open = ({ name, attribute }: XmlElement): void => {
    const value = attribute('w:val') ?? '';
    if (name === 'w:abstractNum') this.#beginAbstract(attribute('w:abstractNumId') ?? '');
    else if (name === 'w:num') this.#listId = attribute('w:numId') ?? '';
    else if (name === 'w:abstractNumId') this.#lists.set(this.#listId, value);
    else if (name === 'w:lvl') this.#beginLevel(Number(attribute('w:ilvl') ?? 0));
    if (!this.#level) return;
    if (name === 'w:numFmt') this.#level.format = value;
    else if (name === 'w:lvlText') this.#level.pattern = value;
    else if (name === 'w:start') this.#level.start = Number(value) || 0;
  };

  readonly close = (name: string): void => {
    if (name === 'w:lvl') this.#level = null;
  };

  #beginAbstract(id: string): void {
    this.#abstractId = id;
    this.#listId = '';
    this.#abstract.set(id, new Map());
  }

  /** Levels of a `w:num` override those of its abstract list; they are rare, and only restart the numbers. */
  #beginLevel(level: number): void {
    this.#level = { format: 'decimal', pattern: '', start: 1 };
    if (this.#listId === '') this.#abstract.get(this.#abstractId)?.set(level, this.#level);
  }

  /** The number or bullet of the next paragraph at a place; null if it is in no list. */
  next({ list, level }: ListPlace): string | null {
    const id = this.#lists.get(list);
    const levels = id === undefined ? undefined : this.#abstract.get(id);
    const own = levels?.get(level);
    if (id === undefined || !levels || !own || level >= maxLevels) return null;
    const counters = this.#counters.get(id) ?? [];
    counters[level] = (counters[level] ?? own.start - 1) + 1;
    counters.length = level + 1;
    this.#counters.set(id, counters);
    if (own.format === 'bullet') return '•';
    const label = own.pattern.replaceAll(/%([1-9])/g, (_all, digit: string) => {
      const index = Number(digit) - 1;
      const format = levels.get(index);
      const number = counters[index] ?? format?.start ?? 1;
      return (formats[format?.format ?? 'decimal'] ?? String)(number);
    });
    return label.trim() === '' ? null : label.trim();
  }
}
