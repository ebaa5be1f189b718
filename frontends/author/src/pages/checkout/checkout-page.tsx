import { PayPage } from '../../features/payments/components/pay-page.tsx';
import { useRedeem } from '../../features/plan/plan.api.ts';

export default function CheckoutPage() {
  const redeem = useRedeem();
  return (
    <>
      <title>Pro One-off · Inkbear</title>
      <PayPage plan="pro_oneoff" redeem={redeem} />
    </>
  );
}
