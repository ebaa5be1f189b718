import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Drawer } from 'antd/admin';
import { useState } from 'react';
import { DrawerSection } from '../../kit/table/row-drawer.tsx';
import { ClockForm } from './clock-form.tsx';
import { PaymentForm } from './payment-form.tsx';
import { useIsSandbox } from './sandbox.api.ts';
import styles from './sandbox.module.css';

/** A notice that payments are simulated, with the sandbox tools. */
export function SandboxBanner() {
  const [isOpen, setOpen] = useState(false);
  if (!useIsSandbox()) return null;
  return (
    <aside className={styles['banner']} aria-label="Sandbox">
      <p>
        <strong>Sandbox.</strong> Payments are simulated with test cards; no real money moves.
      </p>
      <PlainButton small onClick={() => setOpen(true)}>
        Sandbox tools
      </PlainButton>
      <Drawer
        open={isOpen}
        placement="right"
        size="min(480px, 100vw)"
        title="Sandbox tools"
        onClose={() => setOpen(false)}
        destroyOnHidden
      >
        <div className={styles['tools']}>
          <DrawerSection title="Advance the clock">
            <ClockForm />
          </DrawerSection>
          <DrawerSection title="Refund or dispute">
            <PaymentForm />
          </DrawerSection>
        </div>
      </Drawer>
    </aside>
  );
}
