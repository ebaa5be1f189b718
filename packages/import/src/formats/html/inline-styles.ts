import type { TextStyle } from '../../document/source-document.ts';

/** What an open element changes. */
interface InlineChange {
  readonly isEmphasis: boolean;
  readonly isStrong: boolean;
}

/** The style that the open elements give to text. They may be closed in any order, and closing one takes constant time. */
export class InlineStyles {
  readonly #open = new Map<string, InlineChange[]>();
  #emphasis = 0;
  #strong = 0;

  open(name: string, change: InlineChange): void {
    const list = this.#open.get(name) ?? [];
    list.push(change);
    this.#open.set(name, list);
    this.#count(change, 1);
  }

  close(name: string): void {
    const change = this.#open.get(name)?.pop();
    if (change) this.#count(change, -1);
  }

  #count({ isEmphasis, isStrong }: InlineChange, by: 1 | -1): void {
    if (isEmphasis) this.#emphasis += by;
    if (isStrong) this.#strong += by;
  }

  get style(): TextStyle {
    return { emphasis: this.#emphasis > 0, strong: this.#strong > 0 };
  }
}
