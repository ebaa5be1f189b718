import { AntdModal } from '../../../ui/overlays/antd-overlays.tsx';
import { useBillingParam } from '../hooks/use-billing-param.ts';
import { PlanPanel } from './plan-panel.tsx';
import styles from './plan-panel.module.css';

/** The plan, opened by `?billing=`. */
export function PlanDialog() {
  const { billing, removeBilling } = useBillingParam();
  const isPortal = billing === 'portal';
  return (
    <AntdModal
      isOpen={billing === 'plan' || isPortal}
      title={<span className={styles['dialogTitle']}>{isPortal ? 'Your payment' : 'Your plan'}</span>}
      width={520}
      onClose={removeBilling}
    >
      <PlanPanel isPortal={isPortal} />
    </AntdModal>
  );
}
