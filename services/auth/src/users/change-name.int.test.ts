import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeEmail, deleteUser, getUser, register, updateUser } from '@inkbear/contracts/auth/account';
import { userChanged } from '@inkbear/contracts/events';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';

const password = 'violet-otter-9';

describe('a change of the name', () => {
  let auth: TestService;
  beforeAll(async () => (auth = await TestService.start(definition, { PASSWORD_COST: 10 })));
  afterAll(async () => await auth.stop());

  const signUp = async () => {
    const email = `${randomUUID()}@example.com`;
    const { body } = await auth.call(register, { body: { email, password, firstName: 'Ada', lastName: 'Byron' } });
    return { email, as: testUser(body['id']) };
  };
  type Caller = Awaited<ReturnType<typeof signUp>>['as'];
  const rename = (as: Caller, body: Record<string, unknown>) => auth.call(updateUser, { as, body });
  const changesOf = async ({ userId }: Caller) =>
    (await auth.emitted(userChanged))
      .filter(({ key }) => key === userId)
      .map(({ seq, data }) => ({ seq, ...data }))
      .toSorted((a, b) => a.seq - b.seq);

  it('returns the user and publishes the name with the address', async () => {
    const { as, email } = await signUp();
    const { status, body, text } = await rename(as, { firstName: ' Augusta ', lastName: 'King' });
    expect([status, body]).toEqual([200, (await auth.call(getUser, { as })).body]);
    expect(body).toMatchObject({ id: as.userId, email, firstName: 'Augusta', lastName: 'King' });
    expect(text).not.toMatch(/\$2[aby]\$/);
    expect(await changesOf(as)).toEqual([{ seq: 1, userId: as.userId, email, firstName: 'Augusta', lastName: 'King' }]);
  });

  it('publishes nothing when the same name is saved again', async () => {
    const { as } = await signUp();
    const name = { firstName: 'Augusta', lastName: 'King' };
    expect([(await rename(as, name)).status, (await rename(as, name)).status]).toEqual([200, 200]);
    expect(await changesOf(as)).toHaveLength(1);
  });

  it('and one of the address at the same moment are both in the last event', async () => {
    const { as } = await signUp();
    const email = `${randomUUID()}@example.com`;
    const replies = await Promise.all([
      rename(as, { firstName: 'Augusta', lastName: 'King' }),
      auth.call(changeEmail, { as, body: { email, password } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await changesOf(as)).at(-1)).toEqual({
      seq: 2,
      userId: as.userId,
      email,
      firstName: 'Augusta',
      lastName: 'King',
    });
  });

  it.each([
    [{ firstName: ' ', lastName: 'King' }, 'firstName', 'First name is required'],
    [{ firstName: 'Augusta' }, 'lastName', 'Last name is required'],
    [{ firstName: 'A'.repeat(101), lastName: 'King' }, 'firstName', 'Please use at most 100 characters'],
  ])('is refused for %j with the field', async (name, path, message) => {
    const { as } = await signUp();
    expect((await rename(as, name)).body['errors']).toEqual([{ path, message }]);
    expect(await changesOf(as)).toEqual([]);
  });

  it('accepts no other field, no visitor and no closed account', async () => {
    const { as } = await signUp();
    const name = { firstName: 'Augusta', lastName: 'King' };
    for (const field of ['email', 'isAdmin', 'plan', 'id'])
      expect((await rename(as, { ...name, [field]: 'x' })).status).toBe(400);
    expect((await auth.call(updateUser, { body: name })).status).toBe(401);
    await auth.call(deleteUser, { as, body: { password } });
    expect((await rename(as, name)).body['code']).toBe('auth.signed_out');
    expect(await changesOf(as)).toEqual([]);
  });
});
