import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, register } from '@inkbear/contracts/auth/account';
import { sessionRevoked, userRemoved } from '@inkbear/contracts/events';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';
import { erasuresOperation, listErasures } from './erasures-command.ts';
import { repeatErasures } from './repeat-erasures.ts';

describe('repeatErasures', () => {
  let auth: TestService;
  beforeAll(async () => (auth = await TestService.start(definition, { PASSWORD_COST: 10 })));
  afterAll(async () => await auth.stop());
  const password = 'violet-otter-9';
  const addUser = async () => {
    const email = `${randomUUID()}@example.com`;
    const { body } = await auth.call(register, { body: { email, password, firstName: 'A', lastName: 'B' } });
    return { email, id: String(body['id']) };
  };
  const repeat = (...ids: string[]) => repeatErasures(auth.platform.connection, ids, auth.platform.logger);

  it('erases an account, ends its sessions and publishes the erasure once', async () => {
    const [erased, other] = [await addUser(), await addUser()];
    expect(await repeat(erased.id, randomUUID())).toBe(1);
    expect(await repeat(erased.id)).toBe(0);
    const signIn = async (email: string) => (await auth.call(login, { body: { email, password } })).status;
    expect([await signIn(erased.email), await signIn(other.email)]).toEqual([401, 200]);
    expect((await auth.emitted(userRemoved)).map(({ data }) => data)).toEqual([{ userId: erased.id, stage: 'erased' }]);
    expect((await auth.emitted(sessionRevoked)).map(({ data }) => data['userId'])).toEqual([erased.id]);
  });

  it('adds the account to the erasure log, which has ids and times only', async () => {
    const { id } = await addUser();
    await repeat(id);
    const log = await listErasures(auth.platform.connection);
    expect(log.find(({ userId }) => userId === id)).toEqual({
      userId: id,
      erasedAt: expect.stringMatching(/^2\d{3}-/),
    });
    const lines = await erasuresOperation.run(auth.platform.connection, {
      values: {},
      switches: new Set(),
      isDryRun: false,
      report: () => undefined,
    });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(log);
  });
});
