import { PayPage } from '../../features/payments/components/pay-page.tsx';

export default function SubscribePage() {
  return <><title>Pro Monthly · Inkbear</title><PayPage plan="pro_monthly" /></>;
}
