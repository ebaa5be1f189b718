import { InkbearLogo } from '@inkbear/ui-kit/inkbear-logo.tsx';
import { Link } from 'react-router-dom';
import { listNavigation } from '../../../platform/remotes/manifests.ts';
import type { NavigationEntry } from '@inkbear/web-kit/remote-contract.ts';
import { useSiteConfig } from '@inkbear/web-kit/site-config.ts';
import styles from './footer.module.css';

const networks = ['Twitter', 'Facebook', 'LinkedIn', 'YouTube'];

export function Footer() {
  const social = Object.entries(useSiteConfig().socialLinks ?? {}).map(([name, href]) => ({
    name: networks.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name,
    href,
  }));
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
        <div className={styles['about']}>
          <span className={styles['mark']}>
            <InkbearLogo size={40} />
          </span>
          <p className={styles['tagline']}>AI Tools for Smarter, Faster Book Publishing</p>
        </div>
        {groupsOf(listNavigation('footer')).map(([title, entries]) => (
          <nav key={title} aria-label={title} className={styles['group']}>
            <p className={styles['title']}>{title}</p>
            <ul role="list">
              {entries.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={styles['legal']}>
        <p suppressHydrationWarning>© {new Date().getFullYear()} Inkbear. Your words stay yours.</p>
        {social.length > 0 && (
          <ul role="list" className={styles['social']}>
            {social.map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  );
}

function groupsOf(entries: readonly NavigationEntry[]): [title: string, entries: NavigationEntry[]][] {
  const groups = new Map<string, NavigationEntry[]>();
  for (const entry of entries) groups.set(entry.group ?? '', [...(groups.get(entry.group ?? '') ?? []), entry]);
  return [...groups];
}
