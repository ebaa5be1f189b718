import { getPublicStats } from '@inkbear/contracts/auth/account';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import styles from './hero.module.css';
import { ManuscriptDemo } from './manuscript-demo.tsx';

export function Hero() {
  return (
    <section className={styles['hero']} aria-labelledby="hero-title">
      <div className={styles['copy']}>
        <h1 id="hero-title" className={styles['title']}>
          Write your book. Keep your voice.
        </h1>
        <p className={styles['lead']}>
          Inkbear is a quiet place to plan, write and finish a book. Its AI proposes and you decide, word by word. When
          you are done, out comes a PDF that is ready for print.
        </p>
        <div className={styles['actions']}>
          <ButtonLink variant="primary" large to="/dashboard">
            Start writing
          </ButtonLink>
          <ButtonLink variant="plain" large to="/features">
            See the features
          </ButtonLink>
        </div>
        <p className={styles['note']}>
          Your first book is free. No card needed.
          <AuthorCount />
        </p>
      </div>
      <ManuscriptDemo />
    </section>
  );
}

/** A smaller number of authors is not shown. */
const minAuthors = 10;

/** The real number of authors, once it is large enough. */
function AuthorCount() {
  const { data } = useQuery(read(getPublicStats));
  return data && data.authors >= minAuthors ? <> Used by {formatNumber(data.authors)} authors.</> : null;
}
