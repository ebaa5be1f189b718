import { genres } from '@inkbear/contracts/books/genres';

/** A genre from the URL; undefined when it is unknown. */
export const parseGenre = (value: string | undefined): string | undefined => genres.find((genre) => genre === value);
