import type { Platform } from '@inkbear/service-kit/platform';
import type { Till } from '../payments/till.ts';
import { SandboxDelivery } from './deliver-events.ts';
import { GiveBack } from './give-back.ts';
import { SandboxClock } from './sandbox-clock.ts';
import { signatureHeader } from './sandbox-event.ts';
import { SandboxProvider } from './sandbox-provider.ts';
import { SandboxStore } from './sandbox-store.ts';
import { sandboxRoutes } from './sandbox.routes.ts';

/** Play money: the provider, its events and its clock live in this process. */
export function sandboxTill(
  { connection, outbox, clock, businessClock, newId, batches }: Platform,
  { secret, publicUrl }: { secret: string; publicUrl: string },
): Till {
  const store = new SandboxStore(connection, newId);
  const provider = new SandboxProvider({ store, clock, newId, secret, publicUrl });
  return {
    provider,
    config: { mode: 'sandbox', publishableKey: null, signatureHeader },
    open: ({ receiveEvent, recordAdminAction }) => {
      const delivery = new SandboxDelivery({ connection, secret, receive: receiveEvent, batches });
      const sandboxClock = new SandboxClock({ connection, outbox, clock: businessClock.clock });
      return {
        passTime: async () => {
          await provider.passTime();
          await delivery.deliverAll();
        },
        hasDue: async () => (await store.hasDue(clock.now())) || (await delivery.hasUndelivered()),
        routes: (settle) =>
          sandboxRoutes({
            sandbox: provider,
            sandboxClock,
            giveBack: new GiveBack(store, clock),
            outbox,
            recordAdminAction,
            settle,
          }),
      };
    },
  };
}
