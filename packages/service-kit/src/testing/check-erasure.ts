import { randomUUID } from 'node:crypto';
import { userRegistered, userRemoved } from '@inkbear/contracts/events';
import { testEnvelope, testRegistration } from './test-events.ts';
import type { TestService } from './test-service.ts';

export interface TestPerson {
  readonly userId: string;
  readonly email: string;
}
export interface ErasureCheck {
  /** Inserts data of this person into every collection that can hold user data. */
  readonly seed: (person: TestPerson) => Promise<void>;
  /**
   * Collections without user data. A collection that is neither listed nor seeded fails the check, so nobody can forget
   * to decide about a new one.
   */
  readonly withoutUserData?: readonly string[];
  /** Collections that keep the user id after the erasure, for a reason given in the service's README. */
  readonly keepUserId?: readonly string[];
  /** Starts the erasure. Default: deliver the `userRemoved` event; the service that owns the removal does it itself. */
  readonly remove?: (person: TestPerson) => Promise<void>;
}

/** The kit's collections: events keep the user id, and the tombstone prevents late events from bringing rows back. */
const kitKeepUserId = ['outbox', 'outbox_seq', 'user_removals'];
const kitWithoutUserData = ['inbox', 'leases', 'relay_state', 'business_clock', 'migrations', ...kitKeepUserId];

/**
 * Seeds two users, erases one and scans the whole database. All three lists must be empty: collections without a seeded
 * row, collections that still contain data of the erased user, and collections in which the other user has lost data.
 */
export async function checkErasure(
  service: TestService,
  { seed, withoutUserData = [], keepUserId = [], remove }: ErasureCheck,
): Promise<{ unseeded: string[]; remaining: string[]; lost: string[] }> {
  const [erased, other] = [newPerson(), newPerson()];
  for (const person of [erased, other]) {
    await seedKit(service, person);
    await seed(person);
  }
  const exempt = [...kitWithoutUserData, ...withoutUserData, ...keepUserId];
  const [before, othersBefore] = [await countMentions(service, erased), await countMentions(service, other)];
  const unseeded = [...before]
    .filter(([name, { ids, emails }]) => ids + emails === 0 && !exempt.includes(name))
    .map(([name]) => name);
  await (remove
    ? remove(erased)
    : service.deliver(userRemoved, erased.userId, { userId: erased.userId, stage: 'erased' }));
  await service.runJob('erase-removed');
  const after = await countMentions(service, erased);
  const remaining = [...after]
    .filter(([name, { ids, emails }]) => emails > 0 || (ids > 0 && ![...kitKeepUserId, ...keepUserId].includes(name)))
    .map(([name]) => name);
  const othersAfter = await countMentions(service, other);
  const lost = [...othersBefore]
    .filter(
      ([name, { ids, emails }]) =>
        ids + emails > (othersAfter.get(name)?.ids ?? 0) + (othersAfter.get(name)?.emails ?? 0),
    )
    .map(([name]) => name);
  return { unseeded, remaining, lost };
}

const newPerson = (): TestPerson => ({ userId: randomUUID(), email: `${randomUUID()}@example.com` });

/** Inserts the data that the kit stores about a user in every service. */
async function seedKit({ platform }: TestService, { userId, email }: TestPerson): Promise<void> {
  const { connection, deadLetters } = platform;
  await connection.collection<{ _id: string }>('entitlements').insertOne({ _id: userId });
  await connection
    .collection<{ _id: string; reply: unknown }>('idempotency_keys')
    .insertOne({ _id: `${userId}:route:key-of-a-test`, reply: { status: 201, body: { email } } });
  await deadLetters.insert({
    consumer: 'a-test',
    envelope: testEnvelope(userRegistered, userId, testRegistration(userId, { email })),
    subject: 'a-test',
    streamSeq: Math.floor(Math.random() * 1e9),
    tries: 8,
    error: new Error(`duplicate ${email}`),
  });
}

/** Counts, per collection, the documents that contain the person's id or email. */
async function countMentions(
  { platform }: TestService,
  { userId, email }: TestPerson,
): Promise<Map<string, { ids: number; emails: number }>> {
  const found = new Map<string, { ids: number; emails: number }>();
  for (const { name } of await platform.connection.listCollections()) {
    const texts = (await platform.connection.collection(name).find({}, { hint: '_id_' }).toArray()).map((row) =>
      JSON.stringify(row),
    );
    found.set(name, {
      ids: texts.filter((text) => text.includes(userId)).length,
      emails: texts.filter((text) => text.toLowerCase().includes(email)).length,
    });
  }
  return found;
}
