import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import StarOutlined from '@ant-design/icons-svg/es/asn/StarOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { useId } from 'react';
import styles from './rating-field.module.css';
import { maxStars } from './stars.tsx';

/** One to five stars: radio buttons styled as stars, so that arrow keys and screen readers work. */
export function RatingField({ value, onChange }: { value: number; onChange: (rating: number) => void }) {
  const name = useId();
  return (
    <fieldset className={styles['field']}>
      <legend className={styles['legend']}>Rating</legend>
      {Array.from({ length: maxStars }, (_, index) => index + 1).map((rating) => (
        <label key={rating} className={styles['star']}>
          <input
            type="radio"
            name={name}
            value={rating}
            checked={rating === value}
            onChange={() => onChange(rating)}
            aria-label={rating === 1 ? '1 star' : `${rating} stars`}
          />
          <Icon of={rating <= value ? StarFilled : StarOutlined} />
        </label>
      ))}
    </fieldset>
  );
}
