import { importLimits } from '../limits.ts';
import type { LossKind, SourceLoss } from './source-document.ts';

interface OpenLoss {
  kind: LossKind;
  outcome: string;
  count: number;
  places: { block: number; quote: string }[];
}

/** The first units of a text, without a half of a character at the end. */
export const quoteOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= importLimits.quoteUnits) return line;
  return `${line.slice(0, importLimits.quoteUnits - 1).replace(/[\ud800-\udbff]$/, '')}…`;
};

/** Collects what a text does not have. What became of it is one of few sentences, so there are few losses. */
export class LossCollector {
  readonly #losses = new Map<string, OpenLoss>();

  /** @param place undefined for something that has none; `quote` has the lost words, or '' for those of the block */
  add(kind: LossKind, outcome: string, place?: { readonly block: number; readonly quote: string }): void {
    const key = `${kind} ${outcome}`;
    const loss = this.#losses.get(key) ?? { kind, outcome, count: 0, places: [] };
    this.#losses.set(key, loss);
    loss.count += 1;
    if (place && loss.places.length < importLimits.lossPlaces)
      loss.places.push({ block: place.block, quote: quoteOf(place.quote) });
  }

  list(): SourceLoss[] {
    return [...this.#losses.values()];
  }
}
