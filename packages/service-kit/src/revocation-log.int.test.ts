import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { connectMongo, inTransaction, type Connection } from './mongo.ts';
import { migrateRevocationLog, RevocationLog } from './revocation-log.ts';
import { testServers } from './testing/test-servers.ts';

const lifeMs = 60_000;
const database = `test_revocations_${randomBytes(5).toString('hex')}`;

describe('RevocationLog with two replicas', () => {
  let replicas: Connection[];
  const connect = () =>
    connectMongo({ uri: testServers().MONGODB_URI, database, logger: createLogger('test', 'silent') });
  beforeAll(async () => {
    replicas = [await connect(), await connect()];
    await migrateRevocationLog(replicas[0] as Connection);
  });
  afterAll(async () => {
    await replicas[0]?.dropDatabase();
    await Promise.all(replicas.map((replica) => replica.close()));
  });
  const logOf = (replica: number) => new RevocationLog<{ sid: string }>(replicas[replica] as Connection, lifeMs);
  /** Revokes on one replica; `before` and `after` delay the transaction around the write. */
  const revoke = (
    replica: number,
    sid: string,
    hold: { before?: () => Promise<void>; after?: () => Promise<void> } = {},
  ) =>
    inTransaction(replicas[replica] as Connection, async (session) => {
      await (replicas[replica] as Connection)
        .collection('revocations')
        .findOne({ _id: 'begins the transaction' as never }, { session });
      await hold.before?.();
      await logOf(replica).insert(session, sid, { sid });
      await hold.after?.();
    });
  const gate = () => {
    let open = () => undefined as void;
    const passed = new Promise<void>((resolve) => (open = resolve));
    return { open, passed };
  };
  let seen = 0;
  const poll = async () => {
    const { rows, seq } = await logOf(0).listAfter(seen);
    seen = rows.at(-1)?.seq ?? seen;
    return { sids: rows.map(({ what }) => what.sid), isWhole: seen === seq };
  };

  it('returns a row to a poller that a slower transaction began earlier and committed later', async () => {
    const [begun, quickIsDone] = [gate(), gate()];
    const slow = revoke(0, 'slow', {
      before: async () => {
        begun.open();
        await quickIsDone.passed;
      },
    });
    await begun.passed;
    await revoke(1, 'quick');
    expect(await poll()).toEqual({ sids: ['quick'], isWhole: true });
    quickIsDone.open();
    await slow;
    expect(await poll()).toEqual({ sids: ['slow'], isWhole: true });
  });

  it('never returns a higher number before a lower one is committed', async () => {
    const [written, mayCommit] = [gate(), gate()];
    const first = revoke(0, 'first', {
      after: async () => {
        written.open();
        await mayCommit.passed;
      },
    });
    await written.passed;
    const second = revoke(1, 'second');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await poll()).toEqual({ sids: [], isWhole: true });
    mayCommit.open();
    await Promise.all([first, second]);
    expect(await poll()).toEqual({ sids: ['first', 'second'], isWhole: true });
  });

  it('orders by number, not by time, so clock skew hides no row', async () => {
    const behind = new RevocationLog<{ sid: string }>(replicas[1] as Connection, lifeMs - 30_000);
    await revoke(0, 'on time');
    expect((await poll()).sids).toEqual(['on time']);
    await inTransaction(
      replicas[1] as Connection,
      async (session) => void (await behind.insert(session, 'a clock behind', { sid: 'a clock behind' })),
    );
    expect(await poll()).toEqual({ sids: ['a clock behind'], isWhole: true });
  });
});
