import { InkbearLogo } from '@inkbear/ui-kit/inkbear-logo.tsx';
import { Link } from 'react-router-dom';
import styles from './auth-benefits.module.css';

const benefits = [
  {
    title: 'A page that stays out of your way',
    text: 'Chapters, notes and progress are one click away. While you type there is only your text.',
  },
  {
    title: 'An AI that proposes',
    text: 'It drafts, tightens and asks questions. Nothing changes until you accept it, and everything can be undone.',
  },
  {
    title: 'A book at the end',
    text: 'Export a print-ready interior or an e-book PDF, with proper pages, contents and fonts.',
  },
];

/** The benefits of Inkbear, beside the sign-in form. */
export function AuthBenefits() {
  return (
    <section className={styles['benefits']} aria-label="About Inkbear">
      <Link to="/" className={styles['brand']}>
        <InkbearLogo size={40} />
        <span>Inkbear</span>
      </Link>
      <div className={styles['middle']}>
        <p className={styles['headline']}>Finish the book you keep thinking about.</p>
        <ul role="list" className={styles['list']}>
          {benefits.map(({ title, text }) => (
            <li key={title}>
              <p className={styles['title']}>{title}</p>
              <p className={styles['text']}>{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles['foot']}>AI Tools for Smarter, Faster Book Publishing</p>
    </section>
  );
}
