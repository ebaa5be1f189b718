import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { SegmentedChoice } from '@inkbear/ui-kit/segmented-choice.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import type { KeyboardEvent, RefObject } from 'react';
import type { SearchCriteria } from '../search-criteria.ts';
import styles from './search-panel.module.css';

const scopes = [
  ['chapter', 'This chapter'],
  ['book', 'Whole book'],
] as const;

interface Props {
  criteria: SearchCriteria;
  /** False for a story, which is the only text to search. */
  hasScopes: boolean;
  field: RefObject<HTMLInputElement | null>;
  count: string;
  canStep: boolean;
  onChange: (part: Partial<SearchCriteria>) => void;
  onStep: (by: 1 | -1) => void;
}

/** The query, its options and its scope. Enter goes to the next hit, Shift+Enter to the previous one. */
export function FindFields({ criteria, hasScopes, field, count, canStep, onChange, onStep }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={styles['find']}>
      {hasScopes && (
        <SegmentedChoice
          label="Search in"
          name="inkbear-search-scope"
          options={scopes}
          value={criteria.scope}
          onChange={(scope) => onChange({ scope })}
        />
      )}
      <TextField
        ref={field}
        label="Find"
        type="text"
        value={criteria.query}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange({ query: event.target.value })}
      />
      <FindOptions criteria={criteria} onChange={onChange} />
      <HitStepper count={count} canStep={canStep} onStep={onStep} />
    </div>
  );
}

function FindOptions({ criteria, onChange }: Pick<Props, 'criteria' | 'onChange'>) {
  return (
    <div className={styles['how']}>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={criteria.isCaseSensitive}
          onChange={(event) => onChange({ isCaseSensitive: event.target.checked })}
        />
        Match case
      </label>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={criteria.isWholeWord}
          onChange={(event) => onChange({ isWholeWord: event.target.checked })}
        />
        Whole words
      </label>
    </div>
  );
}

function HitStepper({ count, canStep, onStep }: Pick<Props, 'count' | 'canStep' | 'onStep'>) {
  return (
    <div className={styles['steps']}>
      <p role="status" className={styles['count']}>
        {count}
      </p>
      <IconButton
        label="Previous match"
        hint="Previous match (Shift+F3)"
        size={36}
        disabled={!canStep}
        onClick={() => onStep(-1)}
      >
        <Icon of={UpOutlined} size={16} />
      </IconButton>
      <IconButton label="Next match" hint="Next match (F3)" size={36} disabled={!canStep} onClick={() => onStep(1)}>
        <Icon of={DownOutlined} size={16} />
      </IconButton>
    </div>
  );
}
