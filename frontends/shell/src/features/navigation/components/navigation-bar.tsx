import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { NavLink } from 'react-router';
import { openPalette } from '../../palette/palette-events.ts';
import { signedInLinks, signedOutLinks } from '../links.ts';
import { Brand } from './brand.tsx';
import styles from './navigation-bar.module.css';
import { SideDrawer } from './side-drawer.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** The bar on top of every page. While the session is looked up, the side that depends on it stays empty. */
export function NavigationBar() {
  const session = useSession();
  const links = session.state === 'signed-in' ? signedInLinks : signedOutLinks;
  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <Brand />
        <nav aria-label="Main" className={styles['links']}>
          {session.state !== 'loading' && links.map(({ label, to }) => <NavLink key={to} to={to} end className={styles['link'] ?? ''}>{label}</NavLink>)}
        </nav>
        <div className={styles['side']}>
          <button type="button" className={styles['search']} aria-label={`Search and commands, ${paletteKey()}`} onClick={openPalette}>
            <Icon of={SearchOutlined} size={16} /><kbd className={styles['key']}>{paletteKey()}</kbd>
          </button>
          <ThemeMenu />
          {session.state === 'signed-in' && <UserMenu user={session.user} />}
          {session.state === 'signed-out' && <span className={styles['signIn']}><ButtonLink look="primary" to="/auth">Sign In</ButtonLink></span>}
          <SideDrawer links={links} session={session} />
        </div>
      </div>
    </header>
  );
}

const paletteKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');
