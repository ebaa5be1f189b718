import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { Input } from 'antd/admin';
import { useEffect, useRef, useState } from 'react';
import styles from './toolbar.module.css';

const debounceMs = 300;

/** Searches while typing, debounced; Enter searches at once. */
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
  const latestOnSearch = useRef(onSearch);
  const sent = useRef(value);
  useEffect(() => {
    latestOnSearch.current = onSearch;
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const query = text.trim();
    if (query === sent.current) return undefined;
    const timer = setTimeout(() => send(query), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const send = (query: string) => {
    sent.current = query;
    latestOnSearch.current(query);
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
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        prefix={<Icon of={SearchOutlined} size={16} />}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
