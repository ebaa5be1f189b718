import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './dashboard.module.css';

export function MoreButton({
  bookTitle,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & { bookTitle: string }) {
  return (
    <button type="button" aria-label={`More for ${bookTitle}`} {...rest} className={styles['more']}>
      <Icon of={MoreOutlined} size={20} />
    </button>
  );
}
