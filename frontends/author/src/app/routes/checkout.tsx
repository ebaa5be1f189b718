import { PayPage } from '../../features/payments/components/pay-page.tsx';

export default function CheckoutPage() {
  return <><title>Pro One-off · Inkbear</title><PayPage plan="pro_oneoff" /></>;
}
