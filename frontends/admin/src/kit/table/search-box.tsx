import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { useEffect, useRef, useState } from 'react';
import styles from './toolbar.module.css';

const waitMs = 300;

/** Looks while one types, a moment after the last key; Enter looks at once. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const search = useRef(onSearch);
  const sent = useRef(value);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const wish = text.trim();
    if (wish === sent.current) return undefined;
    const timer = setTimeout(() => send(wish), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  const send = (wish: string) => {
    sent.current = wish;
    search.current(wish);
  };
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== sent.current) send(text.trim());
      }}
    >
      <Icon of={SearchOutlined} size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
