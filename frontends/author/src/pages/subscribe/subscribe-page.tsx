import { PayPage } from '../../features/payments/components/pay-page.tsx';
import { useRedeem } from '../../features/plan/plan.api.ts';

export default function SubscribePage() {
  const redeem = useRedeem();
  return (
    <>
      <title>Pro Monthly · Inkbear</title>
      <PayPage plan="pro_monthly" redeem={redeem} />
    </>
  );
}
