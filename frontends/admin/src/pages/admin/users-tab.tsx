import { PaymentActions } from '../../features/sandbox/payment-actions.tsx';
import { PaymentList } from '../../features/users/components/payment-list.tsx';
import { UserTable } from '../../features/users/components/user-table.tsx';

export default function UsersTab() {
  return (
    <UserTable
      renderPayments={(user) => (
        <PaymentList
          user={user}
          renderActions={({ paymentId, amount, refunded }) => (
            <PaymentActions paymentId={paymentId} isRefunded={refunded >= amount} />
          )}
        />
      )}
    />
  );
}
