import type { User } from '@inkbear/contracts/auth/account';

type Named = Pick<User, 'firstName' | 'lastName' | 'email'>;

export const displayName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

/** The text of an avatar without a picture: initials, else the first letter of the email address, else U. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  const initials = `${first(firstName)}${first(lastName)}`;
  return (initials || first(email) || 'U').toUpperCase();
}

const first = (text: string | null | undefined) => Array.from(text ?? '')[0] ?? '';
