import type { ReactNode } from 'react';
import styles from './public-page.module.css';

interface Props {
  /** The page's name in the tab and the history, where it is not the heading. */
  name?: string;
  heading: string;
  lead: string;
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * What all public pages but the landing page have in common: the title, one heading, what one gets here, then sections.
 */
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
