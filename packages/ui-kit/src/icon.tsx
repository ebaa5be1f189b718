import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import styles from './icon.module.css';

/**
 * One of antd's outlined icons as plain SVG, without antd: `import Menu from
 * '@ant-design/icons-svg/es/asn/MenuOutlined'`. It is hidden from screen readers: give its control a text or a name.
 */
export function Icon({ of, size = 20 }: { of: IconDefinition; size?: 16 | 20 }) {
  if (typeof of.icon === 'function') throw new Error(`${of.name} is not an outlined icon`);
  return (
    <svg
      viewBox={of.icon.attrs['viewBox']}
      width={size}
      height={size}
      fill="currentColor"
      aria-hidden
      className={styles['icon']}
    >
      {of.icon.children?.map(({ attrs }, at) => (
        <path key={at} d={attrs['d']} />
      ))}
    </svg>
  );
}
