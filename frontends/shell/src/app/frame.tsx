import { Toaster, type ToastView } from '@inkbear/ui-kit/toaster.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { onCloseToast, onToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useStoreReferralCode } from '../features/auth/hooks/use-store-referral-code.ts';
import { Footer } from '../features/navigation/components/footer.tsx';
import { NavigationBar } from '../features/navigation/components/navigation-bar.tsx';
import { PaletteHost } from '../features/palette/components/palette-host.tsx';
import { ConsentNote } from '../features/page-views/components/consent-note.tsx';
import { usePageViews } from '../features/page-views/hooks/use-page-views.ts';
import { UnsavedChangesDialog } from '../platform/session/unsaved-changes-dialog.tsx';
import { findPage } from '../platform/remotes/manifests.ts';
import { useLeaveGuard } from '../platform/session/use-leave-guard.ts';
import { useSharedSession } from '../platform/session/use-shared-session.ts';
import styles from './frame.module.css';
import { NavigationProgress } from './navigation-progress.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useScrollToTop } from './use-scroll-to-top.ts';

/** The layout around every page: navigation, footer, toasts and the command palette. */
export function Frame() {
  const { pathname } = useLocation();
  const { state } = useSession();
  const toast = useToast();
  const main = useRef<HTMLElement>(null);
  useScrollToTop();
  useFocusOnNavigation(main);
  usePageViews();
  useSharedSession();
  useStoreReferralCode();
  useLeaveGuard();
  const isFullHeight = findPage(pathname)?.page.isFullHeight === true;
  const isSignInPage = pathname === '/auth' && state !== 'signed-in';
  return (
    <div className={styles['frame']}>
      <NavigationProgress />
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      {!isSignInPage && <NavigationBar />}
      <main id="content" ref={main} tabIndex={-1} className={styles['main']}>
        <Outlet />
      </main>
      {!isSignInPage && !isFullHeight && (
        <>
          <ConsentNote />
          <Footer />
        </>
      )}
      <PaletteHost />
      <UnsavedChangesDialog />
      <Toaster toast={toast.current} onClose={toast.close} />
    </div>
  );
}

function useToast() {
  const [shown, setShown] = useState<{ value: Toast; key: number } | null>(null);
  useEffect(() => onToast((value) => setShown((last) => ({ value, key: (last?.key ?? 0) + 1 + Math.random() }))), []);
  useEffect(() => onCloseToast((value) => setShown((last) => (last?.value === value ? null : last))), []);
  const close = useCallback(() => setShown(null), []);
  const current = useMemo((): ToastView | null => shown && { ...shown.value, key: shown.key }, [shown]);
  return { current, close };
}
