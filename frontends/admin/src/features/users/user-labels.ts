import type { AdminUser } from '@inkbear/contracts/admin/users';
import { formatNumber } from '@inkbear/web-kit/format.ts';

export const fullName = ({ firstName, lastName }: Pick<AdminUser, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export const limitText = ({ monthlyBookLimit }: Pick<AdminUser, 'monthlyBookLimit'>): string =>
  monthlyBookLimit === null ? 'unlimited' : formatNumber(monthlyBookLimit);
