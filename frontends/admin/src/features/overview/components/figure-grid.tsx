import type { Analytics } from '@inkbear/contracts/admin/analytics';
import { type FigureName, figures } from '../figures.ts';
import styles from './overview.module.css';

interface Props {
  analytics: Analytics | undefined;
  chosen: FigureName;
  onChoose: (name: FigureName) => void;
}

/** The twelve figures of now; each opens its twelve months. */
export function FigureGrid({ analytics, chosen, onChoose }: Props) {
  return (
    <ul role="list" className={styles['grid']} aria-label="Figures" aria-busy={analytics === undefined}>
      {figures.map(({ name, title, format }) => (
        <li key={name}>
          <button
            type="button"
            className={styles['figure']}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <span className={styles['title']}>{title}</span>
            <span className={styles['value']}>
              {analytics === undefined ? <span className={styles['waiting']} /> : format(analytics[name])}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
