import type { ReactNode } from 'react';
import styles from './public-page.module.css';

interface Props {
  /** The title of the browser tab, where it differs from the heading. */
  name?: string;
  heading: string;
  lead: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** The layout of all public pages but the landing page: title, heading, lead, then sections. */
export function PublicPage({ name, heading, lead, actions, children }: Props) {
  return (
    <div className={styles['page']}>
      <title>{`${name ?? heading} · Inkbear`}</title>
      <meta name="description" content={lead} />
      <header>
        <h1 className={styles['heading']}>{heading}</h1>
        <p className={styles['lead']}>{lead}</p>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
