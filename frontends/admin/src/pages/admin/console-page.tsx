import { SkeletonCards } from '@inkbear/ui-kit/skeleton.tsx';
import { Tabs } from 'antd/admin';
import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { SandboxBanner } from '../../features/sandbox/sandbox-banner.tsx';
import { LogoutButton } from '../../features/session/components/logout-button.tsx';
import { useUrlParams } from '../../kit/lists/use-url-params.ts';
import { AdminGate } from '../../kit/session/admin-gate.tsx';
import { ConsoleTheme } from './console-theme.tsx';
import styles from './console.module.css';
import { findTab, tabPath, tabs } from './tab-list.ts';

export default function ConsolePage() {
  return (
    <AdminGate>
      <Console />
    </AdminGate>
  );
}

function Console() {
  const { params } = useUrlParams();
  const navigate = useNavigate();
  const { id: activeId, title } = findTab(params.get('tab'));
  return (
    <ConsoleTheme>
      <title>{`${title} · Admin · Inkbear`}</title>
      <div className={styles['console']}>
        <SandboxBanner />
        <header className={styles['head']}>
          <h1 className={styles['title']}>Admin</h1>
          <LogoutButton />
        </header>
        <Tabs
          className={styles['tabs'] ?? ''}
          activeKey={activeId}
          animated={false}
          destroyOnHidden
          items={tabs.map(({ id, title: label, Content }) => ({
            key: id,
            label,
            children: (
              <Suspense fallback={<SkeletonCards count={1} height={420} />}>
                <Content />
              </Suspense>
            ),
          }))}
          onChange={(id) => void navigate(tabPath(id))}
          renderTabBar={(props, TabBar) => <TabBar {...props} {...tabBarProps} />}
        />
      </div>
    </ConsoleTheme>
  );
}

/**
 * antd passes no label to its tablist. Except on phones it also adds a menu button for tabs that do not fit, which a
 * tablist must not contain, so the bar scrolls at every width instead.
 */
const tabBarProps = {
  mobile: true,
  ref: (tabList: HTMLElement | null): void => tabList?.setAttribute('aria-label', 'Admin'),
};
