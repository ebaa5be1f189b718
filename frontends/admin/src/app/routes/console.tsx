import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { SkeletonCards } from '@inkbear/ui-kit/skeleton.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { Suspense } from 'react';
import { SandboxBanner } from '../../features/sandbox/sandbox-banner.tsx';
import { SignOutButton } from '../../features/session/components/sign-out-button.tsx';
import { useAddress } from '../../kit/lists/use-address.ts';
import { AdminGate } from '../../kit/session/admin-gate.tsx';
import styles from '../console.module.css';
import { TabBar } from '../tabs/tab-bar.tsx';
import { tabOf } from '../tabs/tab-list.ts';

export default function ConsolePage() {
  return (
    <AdminGate>
      <Console />
    </AdminGate>
  );
}

function Console() {
  const { words } = useAddress();
  const { id, title, Content } = tabOf(words.get('tab'));
  return (
    <AntdTheme mode={useThemeMode().mode}>
      <title>{`${title} · Admin · Inkbear`}</title>
      <div className={styles['console']}>
        <header className={styles['head']}>
          <h1 className={styles['title']}>Admin</h1>
          <TabBar current={id} />
          <SignOutButton />
        </header>
        <SandboxBanner />
        <div id="admin-panel" role="tabpanel" aria-labelledby={`tab-${id}`}>
          <Suspense fallback={<SkeletonCards count={1} height={420} />}>
            <Content key={id} />
          </Suspense>
        </div>
      </div>
    </AntdTheme>
  );
}
