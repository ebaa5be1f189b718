import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { SegmentedChoice } from '@inkbear/ui-kit/segmented-choice.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { KeyboardEvent, RefObject } from 'react';
import type { SearchWish } from '../search-wish.ts';
import styles from './search-panel.module.css';

const scopes = [
  ['chapter', 'This chapter'],
  ['book', 'Whole book'],
] as const;

interface Props {
  wish: SearchWish;
  /** There is more than one text to look in. */
  hasScopes: boolean;
  field: RefObject<HTMLInputElement | null>;
  count: string;
  canStep: boolean;
  onChange: (part: Partial<SearchWish>) => void;
  onStep: (by: 1 | -1) => void;
}

/** What to look for, how and where; Enter goes on, Shift+Enter back. */
export function FindFields({ wish, hasScopes, field, count, canStep, onChange, onStep }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={styles['find']}>
      {hasScopes && (
        <SegmentedChoice
          label="Where to look"
          name="inkbear-search-scope"
          options={scopes}
          value={wish.scope}
          onChange={(scope) => onChange({ scope })}
        />
      )}
      <TextField
        ref={field}
        label="Find"
        type="text"
        value={wish.query}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ query: event.target.value })}
      />
      <div className={styles['how']}>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={wish.isCaseSensitive}
            onChange={(event) => onChange({ isCaseSensitive: event.target.checked })}
          />
          Capitals count
        </label>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={wish.isWholeWord}
            onChange={(event) => onChange({ isWholeWord: event.target.checked })}
          />
          Whole words
        </label>
      </div>
      <div className={styles['steps']}>
        <p role="status" className={styles['count']}>
          {count}
        </p>
        <button
          type="button"
          aria-label="Previous hit"
          data-hint="Previous hit (Shift+F3)"
          disabled={!canStep}
          onClick={() => onStep(-1)}
        >
          <Icon of={UpOutlined} size={16} />
        </button>
        <button
          type="button"
          aria-label="Next hit"
          data-hint="Next hit (F3)"
          disabled={!canStep}
          onClick={() => onStep(1)}
        >
          <Icon of={DownOutlined} size={16} />
        </button>
      </div>
    </div>
  );
}
