import { InkbearLogo } from '@inkbear/ui-kit/inkbear-logo.tsx';
import { siteLogoQuery } from '@inkbear/web-kit/site-logo.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './brand.module.css';

const tagline = 'AI Tools for Smarter, Faster Book Publishing';

/**
 * The link to the home page: the custom logo when one is active, otherwise the bear, the name and the tagline. A logo
 * that fails to load is hidden.
 */
export function Brand({ withTagline = true }: { withTagline?: boolean }) {
  const { data: logo } = useQuery(siteLogoQuery());
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = logo?.isActive === true ? logo.url : null;
  return (
    <Link to="/" className={styles['brand']}>
      {url === null ? (
        <>
          <span className={styles['mark']}>
            <InkbearLogo size={34} />
          </span>
          <span className={styles['words']}>
            <span className={styles['name']}>Inkbear</span>
            {withTagline && <span className={styles['tagline']}>{tagline}</span>}
          </span>
        </>
      ) : (
        url !== brokenUrl && (
          <img src={url} alt="Inkbear" className={styles['logo']} onError={() => setBrokenUrl(url)} />
        )
      )}
    </Link>
  );
}
