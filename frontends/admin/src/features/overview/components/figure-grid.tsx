import type { Analytics } from '@inkbear/contracts/admin/analytics';
import { Statistic } from 'antd/admin';
import { type FigureName, figures } from '../figures.ts';
import styles from './overview.module.css';

interface Props {
  analytics: Analytics | undefined;
  selected: FigureName;
  onSelect: (name: FigureName) => void;
}

/** The twelve current figures; pressing one shows its last twelve months. */
export function FigureGrid({ analytics, selected, onSelect }: Props) {
  return (
    <ul role="list" className={styles['grid']} aria-label="Figures" aria-busy={analytics === undefined}>
      {figures.map(({ name, title, format }) => (
        <li key={name}>
          <button
            type="button"
            className={styles['figure']}
            aria-pressed={name === selected}
            onClick={() => onSelect(name)}
          >
            <Statistic
              title={title}
              value={analytics?.[name] ?? 0}
              loading={analytics === undefined}
              formatter={(value) => format(Number(value))}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
