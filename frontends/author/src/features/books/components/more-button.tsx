import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import type { ComponentProps } from 'react';
import styles from './dashboard.module.css';

export function MoreButton({
  bookTitle,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & { bookTitle: string }) {
  return (
    <IconButton label={`More for ${bookTitle}`} hint={false} {...rest} className={styles['more']}>
      <Icon of={MoreOutlined} size={20} />
    </IconButton>
  );
}
