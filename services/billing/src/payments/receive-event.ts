import { ProblemError } from '@inkbear/service-kit/problem';
import type { Connection } from 'mongoose';
import { applyProviderEvent } from '../provider/apply-provider-event.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';

export type ReceiveEvent = (raw: Buffer, signature: string | undefined) => Promise<void>;

/** Takes an event as it came over the wire; a wrong signature is 400 `billing.bad_signature`. */
export const receiveEvents =
  ({
    connection,
    objects,
    provider,
  }: {
    connection: Connection;
    objects: ObjectSync;
    provider: PaymentProvider;
  }): ReceiveEvent =>
  async (raw, signature) => {
    const event = await provider.readEvent(raw, signature);
    if (!event) throw new ProblemError('billing.bad_signature');
    await applyProviderEvent({ connection, objects }, event);
  };
