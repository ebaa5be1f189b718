import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';

/** The server sends a refusal before its next answer; this leaves time to handle it. */
const handlingMs = 20;

/** The code of the error with which work fails, or `allowed`. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'allowed',
    (error: { codeName?: string; code?: string }) => error.codeName ?? error.code ?? String(error),
  );

/** Whether NATS refuses a publish. A message that is not refused has a body that no consumer accepts. */
export async function isPublishRefused(connection: NatsConnection, subject: string, reply?: string): Promise<boolean> {
  const errors = connection.status()[Symbol.asyncIterator]();
  const refusal = (async () => {
    for (;;) {
      const { value, done } = await errors.next();
      if (done) return false;
      if (value.type === 'error' && value.permissionContext?.subject === subject) return true;
    }
  })();
  connection.publish(subject, JSON.stringify({ forged: randomUUID() }), reply === undefined ? {} : { reply });
  await connection.flush();
  const answered = new Promise<boolean>((resolve) => setTimeout(resolve, handlingMs, false));
  return await Promise.race([refusal, answered]);
}

/** Whether NATS refuses a subscription. */
export async function isSubscriptionRefused(connection: NatsConnection, subject: string): Promise<boolean> {
  const refusal = new Promise<boolean>((resolve) =>
    connection.subscribe(subject, { callback: (error) => resolve(error !== null) }),
  );
  await connection.flush();
  return await Promise.race([refusal, new Promise<boolean>((resolve) => setTimeout(resolve, handlingMs, false))]);
}
