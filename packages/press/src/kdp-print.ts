import rules from '../rules/kdp-print.json' with { type: 'json' };

/** What a shop requires of printed books, as it was on a day. The values are data, because shops change them. */
export const kdpPrint = rules;

export type Paper = keyof typeof rules.values.spineInPerPage;
export type Currency = keyof typeof rules.values.royalty.below;
export const currencies: readonly Currency[] = ['USD', 'GBP', 'EUR'];

/** What a book's page count means for its print edition. */
export interface PrintFigures {
  pages: number;
  /** The inside margin that the page count requires, in inches. */
  requiredInsideIn: number;
  spineIn: number;
  /** Whether text may be printed on the spine. */
  hasSpineText: boolean;
  /** What the shop charges for printing one copy. */
  cost: Readonly<Record<Currency, number>>;
  /** The lowest price at which the author's share is not negative. */
  lowestPrice: Readonly<Record<Currency, number>>;
}

/** The minimum inside margin of a book, in inches. Beyond the table its last row applies. */
export const insideMarginFor = (pages: number): number => {
  const table = rules.values.insideMarginIn;
  return (table.find(({ upToPages }) => pages <= upToPages) ?? table.at(-1) ?? { inches: 0 }).inches;
};

type Size = { readonly widthIn: number; readonly heightIn: number };

const isLarge = ({ widthIn, heightIn }: Size): boolean =>
  widthIn > rules.values.large.overWidthIn || heightIn > rules.values.large.overHeightIn;

const costOf = (pages: number, size: 'regular' | 'large', currency: Currency): number => {
  const { shortBook, longBook } = rules.values.cost;
  if (pages <= shortBook.upToPages) return shortBook[size][currency];
  return longBook.fixed[currency] + longBook.perPage[size][currency] * pages;
};

/** Below a certain price the author's share is smaller, so there the price must be higher for the same cost. */
const lowestPriceOf = (cost: number, currency: Currency): number => {
  const { below, shareBelow, shareFrom } = rules.values.royalty;
  const price = cost / shareBelow;
  return price < below[currency] ? price : Math.max(below[currency], cost / shareFrom);
};

const rounded = (amount: number): number => Math.round(amount * 100) / 100;
/** Prices are rounded up, so that they still cover the cost. */
const roundedUp = (amount: number): number => Math.ceil(amount * 100 - 1e-6) / 100;

const inCurrencies = (amount: (currency: Currency) => number): PrintFigures['cost'] => ({
  USD: amount('USD'),
  GBP: amount('GBP'),
  EUR: amount('EUR'),
});

/** The figures of a book with this page count, trim size and paper. */
export const printFiguresOf = (pages: number, trim: Size, paper: Paper): PrintFigures => {
  const size = isLarge(trim) ? 'large' : 'regular';
  return {
    pages,
    requiredInsideIn: insideMarginFor(pages),
    spineIn: pages * rules.values.spineInPerPage[paper],
    hasSpineText: pages >= rules.values.spineText.minPages,
    cost: inCurrencies((currency) => rounded(costOf(pages, size, currency))),
    lowestPrice: inCurrencies((currency) => roundedUp(lowestPriceOf(costOf(pages, size, currency), currency))),
  };
};
