import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import StarOutlined from '@ant-design/icons-svg/es/asn/StarOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import styles from './stars.module.css';

export const mostStars = 5;

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of ${mostStars} stars`} className={styles['stars']}>
      {Array.from({ length: mostStars }, (_, at) => (
        <Icon key={at} of={at < rating ? StarFilled : StarOutlined} size={16} />
      ))}
    </span>
  );
}
