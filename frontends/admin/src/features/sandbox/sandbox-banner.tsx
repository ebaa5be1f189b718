import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Drawer } from 'antd';
import { useState } from 'react';
import { DrawerPart } from '../../kit/table/row-drawer.tsx';
import { ClockForm } from './clock-form.tsx';
import { MoneyForm } from './money-form.tsx';
import styles from './sandbox.module.css';
import { useSandbox } from './use-sandbox.ts';

/** Says that no real money moves here, and holds what one can try with it. */
export function SandboxBanner() {
  const [isOpen, setOpen] = useState(false);
  if (!useSandbox()) return null;
  return (
    <aside className={styles['banner']} aria-label="Sandbox">
      <p>
        <strong>Sandbox.</strong> Payments are played with test cards; no real money moves.
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
          <DrawerPart title="Move the clock">
            <ClockForm />
          </DrawerPart>
          <DrawerPart title="Refund or dispute">
            <MoneyForm />
          </DrawerPart>
        </div>
      </Drawer>
    </aside>
  );
}
