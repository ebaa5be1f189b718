import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import styles from './hero.module.css';
import { ManuscriptDemo } from './manuscript-demo.tsx';

export function Hero() {
  return (
    <section className={styles['hero']} aria-labelledby="hero-title">
      <div className={styles['copy']}>
        <h1 id="hero-title" className={styles['title']}>Write your book. Keep your voice.</h1>
        <p className={styles['lead']}>Inkbear is a quiet place to plan, write and finish a book. Its AI proposes and you decide, word by word. When you are done, out comes a PDF that is ready for print.</p>
        <div className={styles['actions']}>
          <ButtonLink look="primary" large to="/dashboard">Start writing</ButtonLink>
          <ButtonLink look="plain" large to="/features">See the features</ButtonLink>
        </div>
        <p className={styles['note']}>Your first book is free. No card needed.</p>
      </div>
      <ManuscriptDemo />
    </section>
  );
}
