import type { ResourceGroup } from '../resources.ts';
import { ExternalLink } from './external-link.tsx';
import styles from './resource-groups.module.css';

export function ResourceGroups({ groups }: { groups: ResourceGroup[] }) {
  return (
    <div className={styles['groups']}>
      {groups.map(({ title, resources }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul role="list" className={styles['list']}>
            {resources.map(({ name, href, text }) => (
              <li key={href}>
                <ExternalLink href={href} text={name} />
                <p className={styles['text']}>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
