import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { ServedRoute } from '@inkbear/service-kit/serve';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ReceiveEvent } from './receive-event.ts';

/** A way of taking money: its provider, what the browser must know of it, and what only it has. */
export interface Till {
  readonly provider: PaymentProvider;
  readonly config: {
    readonly mode: 'stripe' | 'sandbox';
    readonly publishableKey: string | null;
    /** The header that carries the provider's signature. */ readonly signatureHeader: string;
  };
  open(needs: { receiveEvent: ReceiveEvent; recordAdminAction: RecordAdminAction }): OpenTill;
}
interface OpenTill {
  /** What time does at the provider, and the delivery of what it tells, where that is done here. */
  readonly passTime: () => Promise<void>;
  /** Whether `passTime` has anything to do; a cheap read. */
  readonly hasDue: () => Promise<boolean>;
  /** `settle` passes the time everywhere. */
  readonly routes: (settle: () => Promise<void>) => ServedRoute[];
}
