import { randomUUID } from 'node:crypto';
import { userRemoved } from '@inkbear/contracts/events';
import type { TestService } from './test-service.ts';

export interface Person {
  readonly userId: string;
  readonly email: string;
}
export interface ErasureCheck {
  /** Puts something of this person into every collection that can hold it. */
  readonly seed: (person: Person) => Promise<void>;
  /** The service's collections that hold nothing of any user. One that is neither here nor seeded is a mistake, so a new collection asks for a decision. */
  readonly impersonal?: readonly string[];
  /** Collections that keep the bare id, which points to nobody, for a reason that the service's README gives. */
  readonly keepsId?: readonly string[];
  /** For the service that decides on the erasure itself; all others hear of it. */
  readonly remove?: (person: Person) => Promise<void>;
}

/** The kit's own: events keep the id of whom they were about, and the mark keeps late events from bringing rows back. */
const kitKeepsId = ['outbox', 'outbox_seq', 'user_removals'];
const kitImpersonal = ['inbox', 'leases', 'relay_state', 'business_clock', 'migrations', ...kitKeepsId];

/**
 * Seeds two people, erases one and looks through the whole database. All three lists must be empty: collections without a seeded row,
 * collections that still know the erased one, and collections in which the other one has lost something.
 */
export async function checkErasure(
  service: TestService,
  { seed, impersonal = [], keepsId = [], remove }: ErasureCheck,
): Promise<{ unseeded: string[]; left: string[]; lost: string[] }> {
  const [gone, other] = [newPerson(), newPerson()];
  for (const person of [gone, other]) {
    await seedKit(service, person);
    await seed(person);
  }
  const exempt = [...kitImpersonal, ...impersonal, ...keepsId];
  const [before, othersBefore] = [await traces(service, gone), await traces(service, other)];
  const unseeded = [...before]
    .filter(([name, { ids, emails }]) => ids + emails === 0 && !exempt.includes(name))
    .map(([name]) => name);
  await (remove ? remove(gone) : service.deliver(userRemoved, gone.userId, { userId: gone.userId, stage: 'erased' }));
  await service.runJob('erase-removed');
  const after = await traces(service, gone);
  const left = [...after]
    .filter(([name, { ids, emails }]) => emails > 0 || (ids > 0 && ![...kitKeepsId, ...keepsId].includes(name)))
    .map(([name]) => name);
  const othersAfter = await traces(service, other);
  const lost = [...othersBefore]
    .filter(
      ([name, { ids, emails }]) =>
        ids + emails > (othersAfter.get(name)?.ids ?? 0) + (othersAfter.get(name)?.emails ?? 0),
    )
    .map(([name]) => name);
  return { unseeded, left, lost };
}

const newPerson = (): Person => ({ userId: randomUUID(), email: `${randomUUID()}@example.com` });

/** What every service may hold of a person before it does anything of its own. */
async function seedKit({ platform }: TestService, { userId, email }: Person): Promise<void> {
  const { connection, deadLetters } = platform;
  await connection.collection<{ _id: string }>('entitlements').insertOne({ _id: userId });
  await connection
    .collection<{ _id: string; reply: unknown }>('idempotency_keys')
    .insertOne({ _id: `${userId}:route:key-of-a-test`, reply: { status: 201, body: { email } } });
  const envelope = {
    id: randomUUID(),
    type: 'auth.user.registered.v1',
    time: new Date().toISOString(),
    key: userId,
    seq: 1,
    actor: userId,
    traceparent: null,
    data: { userId, email },
  };
  await deadLetters.insert({
    consumer: 'a-test',
    envelope,
    subject: 'a-test',
    streamSeq: Math.floor(Math.random() * 1e9),
    tries: 8,
    error: new Error(`duplicate ${email}`),
  });
}

/** How many documents of each collection name the person. */
async function traces(
  { platform }: TestService,
  { userId, email }: Person,
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
