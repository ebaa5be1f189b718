import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { NavigationEntry } from '@inkbear/web-kit/remote-contract.ts';
import type { Session } from '@inkbear/web-kit/session.tsx';
import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useCloseOnBackdrop } from '../../../platform/use-close-on-backdrop.ts';
import { Brand } from './brand.tsx';
import styles from './side-drawer.module.css';
import { UserMenuItems } from './user-menu.tsx';

/**
 * The menu on narrow screens (below the xl width): a sheet from the side, closed by Escape, by the backdrop and by
 * navigation.
 */
export function SideDrawer({ links, session }: { links: NavigationEntry[]; session: Session }) {
  const sheet = useRef<HTMLDialogElement>(null);
  // Rendered only while the sheet is open, so that its requests are sent only when they are needed.
  const [isOpen, setOpen] = useState(false);
  const { key } = useLocation();
  const open = () => {
    setOpen(true);
    sheet.current?.showModal();
  };
  useEffect(() => sheet.current?.close(), [key]);
  useCloseOnBackdrop(sheet);
  return (
    <div className={styles['place']}>
      <IconButton label="Menu" hint={false} size={44} onClick={open}>
        <Icon of={MenuOutlined} />
      </IconButton>
      <dialog ref={sheet} className={styles['sheet']} aria-label="Menu" onClose={() => setOpen(false)}>
        <div className={styles['content']}>
          <div className={styles['top']}>
            <Brand withTagline={false} />
            <IconButton label="Close menu" hint={false} size={44} onClick={() => sheet.current?.close()}>
              <Icon of={CloseOutlined} />
            </IconButton>
          </div>
          <nav aria-label="Menu" className={styles['links']}>
            {links.map(({ label, to }) => (
              <NavLink key={to} to={to} end className={styles['link'] ?? ''}>
                {label}
              </NavLink>
            ))}
          </nav>
          {session.user ? (
            isOpen && <UserMenuItems user={session.user} />
          ) : (
            <ButtonLink variant="primary" wide to="/auth">
              Sign In
            </ButtonLink>
          )}
        </div>
      </dialog>
    </div>
  );
}
