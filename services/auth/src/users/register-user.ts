import { planGrantRequested, userRegistered } from '@inkbear/contracts/events';
import type { PlanName } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { rejectCommonPassword } from '../passwords/common-passwords.ts';
import { namesOf, newReferralCode, type UserRow } from './user.ts';
import type { UserRepository } from './user.repository.ts';

export interface NewUser {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  referralCode?: string | undefined;
}
interface Deps {
  users: UserRepository;
  passwords: Passwords;
  outbox: Outbox;
  clock: Clock;
  newId: NewId;
}

interface Registration {
  readonly input: NewUser;
  /** The owner of the password job (see `JobOptions`): the client’s address, or the admin who creates the account. */
  readonly jobOwner: string;
  readonly plan?: PlanName;
  /** Runs in the transaction that inserts the user. */
  readonly inSameTransaction?: (user: UserRow, transaction: Transaction) => Promise<void>;
}

/**
 * Creates an account. An unknown referral code is ignored: `referralAccepted` is false.
 * @throws {ProblemError} 409 when the e-mail is taken, 400 for a common password
 */
export async function registerUser(
  deps: Deps,
  { input, jobOwner, plan = 'free', inSameTransaction }: Registration,
): Promise<{ user: UserRow; referralAccepted: boolean }> {
  rejectCommonPassword(input.password, 'password');
  const referrer = input.referralCode ? await deps.users.findByReferralCode(input.referralCode.toUpperCase()) : null;
  const passwordHash = await deps.passwords.hash(input.password, jobOwner);
  const now = deps.clock.now();
  const user: UserRow = {
    _id: deps.newId(),
    email: input.email,
    previousEmail: null,
    passwordHash,
    firstName: input.firstName,
    lastName: input.lastName,
    profileImageUrl: null,
    referralCode: newReferralCode(),
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await deps.outbox.run(async (transaction) => {
    await deps.users.insert(user, transaction.session);
    const { _id: userId, referralCode } = user;
    await transaction.emit(userRegistered, userId, {
      ...namesOf(user),
      referralCode,
      referredByCode: referrer?.referralCode ?? null,
      createdAt: now.toISOString(),
    });
    if (plan !== 'free') await transaction.emit(planGrantRequested, userId, { userId, plan });
    await inSameTransaction?.(user, transaction);
  });
  return { user, referralAccepted: referrer !== null };
}
