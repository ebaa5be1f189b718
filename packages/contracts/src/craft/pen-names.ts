import names from './pen-names.json' with { type: 'json' };

/** Fifty first and fifty last names; any two go together. */
export const penNames: { readonly first: readonly string[]; readonly last: readonly string[] } = names;
