import names from './pen-names.json' with { type: 'json' };

/** Fifty first and fifty last names; any two can be combined. */
export const penNames: { readonly first: readonly string[]; readonly last: readonly string[] } = names;
