import { Modal } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { PlanPanel } from './plan-panel.tsx';
import styles from './plan-panel.module.css';

/** Opened by `?billing=plan`, and by `?billing=portal` from the sandbox's portal link. */
export function PlanDialog() {
  const [search, setSearch] = useSearchParams();
  const billing = search.get('billing');
  const close = () =>
    setSearch(
      (before) => {
        before.delete('billing');
        return before;
      },
      { replace: true },
    );
  return (
    <Modal
      open={billing === 'plan' || billing === 'portal'}
      title={<span className={styles['dialogTitle']}>{billing === 'portal' ? 'Your payment' : 'Your plan'}</span>}
      footer={null}
      width={520}
      destroyOnHidden
      onCancel={close}
    >
      <PlanPanel isPortal={billing === 'portal'} />
    </Modal>
  );
}
