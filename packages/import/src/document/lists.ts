interface List {
  readonly isOrdered: boolean;
  count: number;
}

/** The open lists, for the numbers of their items. */
export class Lists {
  readonly #open: List[] = [];

  open(name: string, start: string): void {
    const first = Number.parseInt(start, 10);
    this.#open.push({ isOrdered: name === 'ol', count: Number.isSafeInteger(first) ? first - 1 : 0 });
  }

  close(): void {
    this.#open.pop();
  }

  /** The number or the bullet of the next item. */
  nextLabel(): string {
    const list = this.#open.at(-1);
    if (!list) return '•';
    list.count += 1;
    return list.isOrdered ? `${list.count}.` : '•';
  }
}
