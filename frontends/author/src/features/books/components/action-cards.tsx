import BookOutlined from '@ant-design/icons-svg/es/asn/BookOutlined';
import FileTextOutlined from '@ant-design/icons-svg/es/asn/FileTextOutlined';
import ToolOutlined from '@ant-design/icons-svg/es/asn/ToolOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import styles from './dashboard.module.css';

export function ActionCards({ onCreateBook }: { onCreateBook: () => void }) {
  const { data: plan } = usePlanStatus();
  const isFree = plan?.plan === 'free';
  return (
    <ul role="list" className={styles['actions']}>
      <li>
        <button type="button" className={styles['action']} onClick={onCreateBook}>
          <Icon of={BookOutlined} />
          <span>
            <strong>Create a book</strong>
            <span>Give it a title and begin.</span>
          </span>
        </button>
      </li>
      {plan === undefined && <li aria-hidden className={styles['actionWait']} />}
      {isFree && (
        <li>
          <button type="button" className={styles['action']} disabled>
            <Icon of={FileTextOutlined} />
            <span>
              <strong>Create a story</strong>
              <span>Upgrade for Access</span>
            </span>
          </button>
        </li>
      )}
      {plan !== undefined && !isFree && (
        <li>
          <Link to="/personal-stories" className={styles['action']}>
            <Icon of={FileTextOutlined} />
            <span>
              <strong>Create a story</strong>
              <span>Turn a memory into a story.</span>
            </span>
          </Link>
        </li>
      )}
      <li>
        <Link to="/tools" className={styles['action']}>
          <Icon of={ToolOutlined} />
          <span>
            <strong>Writing tools</strong>
            <span>Titles, plots and outlines.</span>
          </span>
        </Link>
      </li>
    </ul>
  );
}
