/** Ordered by how many pages they see: each link is followed once, by the first audience that sees it. */
export const audiences = ['monthly', 'one-off', 'lapsed', 'free', 'visitor'] as const;
/** An author on each plan, one whose one-off plan has ended, and a visitor. */
export type Audience = (typeof audiences)[number];
export const signedInAudiences = audiences.filter((audience) => audience !== 'visitor');

/** The exact text of one element, or a pattern that it matches. */
export type TextMatch = string | RegExp;

/** The expected content of a page. */
export interface PageExpectation {
  /** The exact level 1 heading. */
  readonly heading?: string;
  readonly shows?: readonly TextMatch[];
  readonly hides?: readonly TextMatch[];
  /** Link name → `href` of the first such link in the main content. */
  readonly links?: Readonly<Record<string, string>>;
  readonly buttons?: readonly string[];
  /** The address after redirects. */
  readonly redirectsTo?: string;
}

export interface PageRow extends PageExpectation {
  readonly address: string;
  readonly audience: Audience;
}

/** One row for each audience of an address: the common expectation plus the audience's own. */
export function rowsFor(
  address: string,
  common: PageExpectation,
  byAudience: Partial<Record<Audience, PageExpectation>> = {},
  only: readonly Audience[] = audiences,
): PageRow[] {
  return only.map((audience) => ({ address, audience, ...mergeExpectations(common, byAudience[audience] ?? {}) }));
}

export const mergeExpectations = (base: PageExpectation, extra: PageExpectation): PageExpectation => ({
  ...base,
  ...extra,
  shows: [...(base.shows ?? []), ...(extra.shows ?? [])],
  hides: [...(base.hides ?? []), ...(extra.hides ?? [])],
  links: { ...base.links, ...extra.links },
  buttons: [...(base.buttons ?? []), ...(extra.buttons ?? [])],
});

/** The same expectation for each of these audiences. */
export const forEachAudience = (
  only: readonly Audience[],
  expectation: PageExpectation,
): Partial<Record<Audience, PageExpectation>> => Object.fromEntries(only.map((audience) => [audience, expectation]));
