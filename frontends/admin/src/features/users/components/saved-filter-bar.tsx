import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { Form, Input } from 'antd/admin';
import { useState } from 'react';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { type SavedFilter, savedFilters } from '../saved-filters.ts';
import styles from '../users.module.css';

type Params = SavedFilter['params'];
const isSame = (a: Params, b: Params) =>
  JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted());

/** The named filters of this browser, and a button to save the current one. */
export function SavedFilterBar({ params, onUse }: { params: Params; onUse: (params: Params) => void }) {
  const [filters, setFilters] = useState(savedFilters.read);
  const [isNaming, setNaming] = useState(false);
  const isEmpty = Object.keys(params).length === 0;
  const store = (next: SavedFilter[]) => {
    savedFilters.write(next);
    setFilters(next);
  };
  const save = (name: string) => store([...filters.filter((each) => each.name !== name), { name, params }]);
  if (isEmpty && filters.length === 0) return null;
  return (
    <div className={styles['saved']}>
      <ul role="list" aria-label="Saved filters">
        {filters.map((filter) => (
          <li key={filter.name} className={styles['chip']} data-current={isSame(filter.params, params) || undefined}>
            <button type="button" className={styles['use']} onClick={() => onUse(filter.params)}>
              {filter.name}
            </button>
            <IconButton
              label={`Delete the filter ${filter.name}`}
              hint={false}
              size={32}
              round
              onClick={() => store(filters.filter((each) => each !== filter))}
            >
              <Icon of={CloseOutlined} size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      {!isEmpty && !filters.some((filter) => isSame(filter.params, params)) && (
        <PlainButton small variant="quiet" onClick={() => setNaming(true)}>
          Save this filter
        </PlainButton>
      )}
      <FormDialog
        isOpen={isNaming}
        title="Save this filter"
        initialValues={{ name: '' }}
        onSubmit={({ name }, { onSuccess }) => {
          save(name.trim());
          onSuccess();
        }}
        action="Save filter"
        busy="Saving…"
        isComplete={({ name }) => name.trim() !== ''}
        onClose={() => setNaming(false)}
      >
        <Form.Item name="name" label="Name" extra="Stored in this browser only.">
          <Input autoComplete="off" maxLength={40} />
        </Form.Item>
      </FormDialog>
    </div>
  );
}
