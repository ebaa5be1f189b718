import { useSession } from '@inkbear/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import { tools } from '../tools.ts';
import styles from './tool-cards.module.css';

/** Every tool with its plan; links lead a visitor to sign up first. */
export function ToolCards() {
  const { state } = useSession();
  return (
    <ul role="list" className={styles['cards']}>
      {tools.map(({ name, text, plan, to }) => (
        <li key={name} className={styles['card']}>
          <h3>
            <Link to={state === 'signed-in' ? to : '/auth'}>{name}</Link>
          </h3>
          <p className={styles['text']}>{text}</p>
          <p className={styles['foot']}>{plan}</p>
        </li>
      ))}
    </ul>
  );
}
