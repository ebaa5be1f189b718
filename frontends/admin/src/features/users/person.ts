import type { AdminUser } from '@inkbear/contracts/admin/users';
import { formatNumber } from '../../kit/format.ts';

export const fullName = ({ firstName, lastName }: Pick<AdminUser, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

/** The list's plan state: active while the end of the plan is to come. */
export const isPlanActive = ({ planEndDate }: Pick<AdminUser, 'planEndDate'>, now = Date.now()): boolean => planEndDate !== null && Date.parse(planEndDate) > now;

export const limitText = ({ monthlyBookLimit }: Pick<AdminUser, 'monthlyBookLimit'>): string => (monthlyBookLimit === null ? 'unlimited' : formatNumber(monthlyBookLimit));
