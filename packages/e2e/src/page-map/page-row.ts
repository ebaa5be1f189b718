/** Who is shown most comes first, so that each link is followed by somebody whom it leads somewhere. */
export const kinds = ['monthly', 'one-off', 'lapsed', 'free', 'visitor'] as const;
/** Who looks: one on each plan, one whose one-off plan is over, and nobody yet. */
export type Kind = (typeof kinds)[number];
export const authors = kinds.filter((kind) => kind !== 'visitor');

/** Text of one element to the letter, or a part of it. */
export type Words = string | RegExp;

/** What a page has to say to whoever looks. */
export interface Saying {
  /** The page’s heading. */
  readonly heading?: string;
  readonly shows?: readonly Words[];
  readonly hides?: readonly Words[];
  /** Where a link with this name leads; the first one on the page. */
  readonly links?: Readonly<Record<string, string>>;
  readonly buttons?: readonly string[];
  /** Where one ends up instead. */
  readonly endsAt?: string;
}

export interface PageRow extends Saying {
  readonly address: string;
  readonly kind: Kind;
}

/** The rows of one address: what it says to all of them, and what more to each. */
export function page(
  address: string,
  toAll: Saying,
  toEach: Partial<Record<Kind, Saying>> = {},
  who: readonly Kind[] = kinds,
): PageRow[] {
  return who.map((kind) => ({ address, kind, ...join(toAll, toEach[kind] ?? {}) }));
}

export const join = (one: Saying, other: Saying): Saying => ({
  ...one,
  ...other,
  shows: [...(one.shows ?? []), ...(other.shows ?? [])],
  hides: [...(one.hides ?? []), ...(other.hides ?? [])],
  links: { ...one.links, ...other.links },
  buttons: [...(one.buttons ?? []), ...(other.buttons ?? [])],
});

/** The same for each of these kinds. */
export const each = (who: readonly Kind[], saying: Saying): Partial<Record<Kind, Saying>> =>
  Object.fromEntries(who.map((kind) => [kind, saying]));
