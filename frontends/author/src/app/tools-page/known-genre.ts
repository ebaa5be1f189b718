import { genres } from '@inkbear/contracts/books/genres';

/** A genre out of an address, where anybody can write anything. */
export const knownGenre = (value: string | undefined): string | undefined => genres.find((genre) => genre === value);
