import { Select } from 'antd/admin';
import styles from './toolbar.module.css';

interface Props {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/**
 * A filter above a table. It is not in the table's header, because the cards on a phone have none, and some filters
 * belong to no column.
 */
export function FilterSelect({ label, value, options, onChange }: Props) {
  return (
    <Select
      aria-label={label}
      className={styles['filter'] ?? ''}
      prefix={label}
      value={value}
      options={options.map(([each, text]) => ({ value: each, label: text }))}
      onChange={onChange}
      // Short lists: without virtual scrolling the options themselves have the role `option`.
      virtual={false}
      popupMatchSelectWidth={false}
    />
  );
}
