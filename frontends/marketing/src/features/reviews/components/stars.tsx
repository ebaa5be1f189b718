import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import StarOutlined from '@ant-design/icons-svg/es/asn/StarOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import styles from './stars.module.css';

export const maxStars = 5;

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of ${maxStars} stars`} className={styles['stars']}>
      {Array.from({ length: maxStars }, (_, index) => (
        <Icon key={index} of={index < rating ? StarFilled : StarOutlined} size={16} />
      ))}
    </span>
  );
}
