import type { Dialect } from '@inkbear/prose/grammar/finding';
import styles from './grammar-panel.module.css';

const labels: Record<Dialect, string> = { uk: 'UK', us: 'US' };

/** British or American spelling. */
export function DialectChoice({ value, onChange }: { value: Dialect; onChange: (dialect: Dialect) => void }) {
  return (
    <fieldset className={styles['choice']}>
      <legend className="visually-hidden">Spelling</legend>
      {(['uk', 'us'] as const).map((dialect) => (
        <label key={dialect}><input type="radio" name="inkbear-spelling" checked={value === dialect} onChange={() => onChange(dialect)} /><span>{labels[dialect]} spelling</span></label>
      ))}
    </fieldset>
  );
}
