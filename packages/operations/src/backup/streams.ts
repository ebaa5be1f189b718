import { inboxPrefix, streamName } from '@inkbear/contracts/messaging';
import { serviceNames } from '@inkbear/contracts/services';
import { connectionOptions } from '@inkbear/service-kit/broker';
import { isNotFound } from '@inkbear/service-kit/nats-errors';
import { connect } from 'nats';

/**
 * Deletes the services' streams with their consumers. Their events may be newer than the restored data: a consumer
 * would apply them, and then ignore the real ones, which get the same numbers. Returns how many existed.
 */
export async function deleteStreams(natsUrl: string): Promise<number> {
  const connection = await connect({
    ...connectionOptions(natsUrl),
    name: 'inkbear-ops',
    inboxPrefix: inboxPrefix('ops'),
    timeout: 5000,
  });
  try {
    const { streams } = await connection.jetstreamManager({ checkAPI: false });
    let deleted = 0;
    for (const service of serviceNames) if (await ignoreMissing(streams.delete(streamName(service)))) deleted += 1;
    return deleted;
  } finally {
    await connection.close();
  }
}

async function ignoreMissing(deletion: Promise<boolean>): Promise<boolean> {
  try {
    return await deletion;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
