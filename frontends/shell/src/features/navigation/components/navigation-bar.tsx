import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { useBrowserValue } from '@inkbear/web-kit/use-browser-value.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { NavLink } from 'react-router-dom';
import { openPalette } from '../../../platform/palette-events.ts';
import { listNavigation } from '../../../platform/remotes/manifests.ts';
import { Brand } from './brand.tsx';
import styles from './navigation-bar.module.css';
import { SideDrawer } from './side-drawer.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/**
 * The bar at the top of every page. While the session is unknown it shows a visitor's links, as in the prerendered
 * page. For a browser with a session cookie (`data-session` on the page) this part is hidden until the session is
 * known.
 */
export function NavigationBar() {
  const session = useSession();
  const shortcut = useBrowserValue(shortcutOfPlatform, 'Ctrl K');
  const pending = session.state === 'loading' ? styles['pending'] : '';
  const links = listNavigation(session.state === 'signed-in' ? 'signed-in' : 'signed-out');
  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <Brand />
        <nav aria-label="Main" className={`${styles['links']} ${pending}`}>
          {links.map(({ label, to }) => (
            <NavLink key={to} to={to} end className={styles['link'] ?? ''}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles['side']}>
          <button
            type="button"
            className={styles['search']}
            aria-label={`Search and commands, ${shortcut}`}
            onClick={openPalette}
          >
            <Icon of={SearchOutlined} size={16} />
            <kbd className={styles['key']}>{shortcut}</kbd>
          </button>
          <ThemeMenu />
          {session.state === 'loading' && <span className={styles['account']} />}
          {session.state === 'signed-in' && <UserMenu user={session.user} />}
          {session.user === null && (
            <span className={`${styles['signIn']} ${pending}`}>
              <ButtonLink variant="primary" to="/auth">
                Sign In
              </ButtonLink>
            </span>
          )}
          <SideDrawer links={links} session={session} />
        </div>
      </div>
    </header>
  );
}

const shortcutOfPlatform = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');
