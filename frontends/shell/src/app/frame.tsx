import { Toaster, type ToastView } from '@inkbear/ui-kit/toaster.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { onToast } from '@inkbear/web-kit/toast.ts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useInvitation } from '../features/auth/hooks/use-invitation.ts';
import { Footer } from '../features/navigation/components/footer.tsx';
import { NavigationBar } from '../features/navigation/components/navigation-bar.tsx';
import { PaletteHost } from '../features/palette/components/palette-host.tsx';
import { ConsentNote } from '../features/page-views/components/consent-note.tsx';
import { usePageViews } from '../features/page-views/hooks/use-page-views.ts';
import { SignOutDialog } from '../features/session/components/sign-out-dialog.tsx';
import { useSharedSession } from '../features/session/hooks/use-shared-session.ts';
import styles from './frame.module.css';
import { useScrollToTop } from './use-scroll-to-top.ts';

/** What surrounds every page: navigation, footer, toasts and the command palette. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state } = useSession();
  const toast = useToast();
  useScrollToTop();
  usePageViews();
  useSharedSession();
  useInvitation();
  const isBare = pathname === '/auth' && state !== 'signed-in';
  const isWorkroom = /^\/(book|full-chapter|admin)(\/|$)/.test(pathname);
  return (
    <div className={styles['frame']}>
      <a className="skip-link" href="#content">Skip to content</a>
      {!isBare && <NavigationBar />}
      <main id="content" tabIndex={-1} className={styles['main']}>{children}</main>
      {!isBare && !isWorkroom && <><ConsentNote /><Footer /></>}
      <PaletteHost />
      <SignOutDialog />
      <Toaster toast={toast.current} onClose={toast.close} />
    </div>
  );
}

function useToast() {
  const [current, setCurrent] = useState<ToastView | null>(null);
  useEffect(() => onToast((value) => setCurrent((last) => ({ ...value, key: (last?.key ?? 0) + 1 + Math.random() }))), []);
  const close = useCallback(() => setCurrent(null), []);
  return { current, close };
}
