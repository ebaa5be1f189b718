import type { FoundName } from './extract-names.ts';
import { readTokens } from './story-tokens.ts';
import type { Token } from './token.ts';

interface Node {
  readonly next: Map<string, Node>;
  /** The name that ends here; null when several entries share it. */
  name?: FoundName | null;
}

/** A trie that finds names in tokens: at each place the longest one. Names that several entries share are not found. */
export class NameTrie {
  readonly #root: Node = { next: new Map() };

  constructor(names: readonly FoundName[]) {
    for (const found of names) for (const text of [found.name, ...found.aliases]) this.#add(text, found);
  }

  #add(text: string, found: FoundName): void {
    let node = this.#root;
    for (const token of readTokens(text, 0)) {
      const next = node.next.get(token.text) ?? { next: new Map<string, Node>() };
      node.next.set(token.text, next);
      node = next;
    }
    if (node !== this.#root) node.name = node.name === undefined || node.name === found ? found : null;
  }

  /** The name that begins at a token, with the index after its last token. */
  longestAt(tokens: readonly Token[], at: number): { readonly name: FoundName; readonly end: number } | null {
    let node: Node | undefined = this.#root;
    let longest: { readonly name: FoundName; readonly end: number } | null = null;
    for (let end = at; end < tokens.length; end += 1) {
      node = node.next.get(tokens[end]?.text ?? '');
      if (!node) break;
      if (node.name) longest = { name: node.name, end: end + 1 };
    }
    return longest;
  }
}
