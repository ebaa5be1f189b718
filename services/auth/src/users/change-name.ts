import { userChanged } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { getSignedInUser } from './signed-in-user.ts';
import { namesOf, type UserRow } from './user.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  outbox: Outbox;
  clock: Clock;
}

/** Changes the name of a signed-in user. Saving the same name again publishes nothing. */
export async function changeName(
  { users, outbox, clock }: Deps,
  userId: string,
  { firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>,
): Promise<UserRow> {
  return await outbox.run(async ({ session, emit }) => {
    const user = await getSignedInUser(users, userId, session);
    if (user.firstName === firstName && user.lastName === lastName) return user;
    const changes = { firstName, lastName, updatedAt: clock.now() };
    await users.update(userId, changes, session);
    await emit(userChanged, userId, namesOf({ ...user, ...changes }));
    return { ...user, ...changes };
  });
}
