import type { DocumentBuilder } from '../../document/document-builder.ts';
import { outcomes } from '../../document/outcomes.ts';

/** Longer deletions are only quoted. */
const maxUnits = 10_000;

/** The tracked changes that are open. All count as accepted. */
export class TrackedChanges {
  readonly #builder: DocumentBuilder;
  #deletions = 0;
  #moves = 0;
  #deleted = '';

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  /** Whether text at this place is not in the document any more. */
  get isDeleted(): boolean {
    return this.#deletions + this.#moves > 0;
  }

  insert(): void {
    this.#builder.lose('tracked-change', outcomes.inserted);
  }

  openDeletion(): void {
    this.#deletions += 1;
  }

  addDeleted(text: string): void {
    if (this.#moves === 0 && this.#deleted.length < maxUnits) this.#deleted += text;
  }

  closeDeletion(): void {
    this.#deletions -= 1;
    if (this.#deletions > 0) return;
    if (this.#deleted !== '') this.#builder.lose('tracked-change', outcomes.deleted, this.#deleted);
    this.#deleted = '';
  }

  openMove(): void {
    if (this.#moves === 0) this.#builder.lose('tracked-change', outcomes.moved);
    this.#moves += 1;
  }

  closeMove(): void {
    this.#moves -= 1;
  }
}
