import names from './character-names.json' with { type: 'json' };

export const nameGenres = ['fantasy', 'modern', 'scifi', 'historical', 'mystical', 'villain'] as const;
export const nameTypes = ['male', 'female', 'nonbinary', 'animals', 'places'] as const;
export type NameGenre = (typeof nameGenres)[number];
export type NameType = (typeof nameTypes)[number];

export const characterNames: Readonly<Record<NameGenre, Readonly<Record<NameType, readonly string[]>>>> = names;
