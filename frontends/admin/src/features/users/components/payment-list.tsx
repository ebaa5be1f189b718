import { plans } from '@inkbear/contracts/plans';
import type { ReactNode } from 'react';
import { formatDate, formatMinor } from '../../../kit/format.ts';
import { DrawerSection } from '../../../kit/table/row-drawer.tsx';
import styles from '../users.module.css';
import type { UserView } from './user-facts.tsx';

export type Payment = NonNullable<UserView['payments']>[number];

/** The newest payments; `renderActions` renders the buttons of one. */
export function PaymentList({
  user,
  renderActions,
}: {
  user: UserView;
  renderActions: (payment: Payment) => ReactNode;
}) {
  if (user.payments === undefined) return null;
  return (
    <DrawerSection title="Payments">
      {user.payments.length === 0 && <p className={styles['note']}>There are no payments yet.</p>}
      <ul role="list" className={styles['payments']}>
        {user.payments.map((payment) => (
          <li key={payment.paymentId}>
            <span>
              {formatMinor(payment.amount, payment.currency)} · {plans[payment.plan].title} ·{' '}
              {formatDate(payment.paidAt)}
              <small>
                {payment.refunded > 0 ? `${formatMinor(payment.refunded, payment.currency)} refunded · ` : ''}
                {payment.paymentId}
              </small>
            </span>
            {renderActions(payment)}
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}
