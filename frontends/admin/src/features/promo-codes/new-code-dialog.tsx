import { DatePicker, Form, Input, InputNumber, type PickerLocale, Select } from 'antd/admin';
import dayjs, { type Dayjs } from 'dayjs';
import { FieldPair, fieldRule } from '../../kit/forms/admin-form.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { codeErrors, discountTypeOptions, emptyCode, type NewCode, valueLabels } from './new-code.ts';
import { createFailedText, useCreatePromoCode } from './promo-codes.api.ts';

const maxUsesRule = fieldRule<NewCode>((values) => codeErrors(values).maxUses);
const dateFormat = 'YYYY-MM-DD';

/**
 * Without labels, the buttons that open the lists of months and years are named by the month and year that they show.
 */
const pickerLocale = { lang: { monthSelect: '', yearSelect: '' } } as PickerLocale;

/** The form holds dates as text, the picker as Dayjs. */
const dateAsText = {
  getValueProps: (text: string) => ({ value: text === '' ? null : dayjs(text) }),
  normalize: (date: Dayjs | null) => date?.format(dateFormat) ?? '',
};

export function NewCodeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const create = useCreatePromoCode();
  return (
    <FormDialog
      isOpen={isOpen}
      title="New promo code"
      initialValues={emptyCode}
      draft={{ name: 'promo-code' }}
      mutation={create}
      onSubmit={create.mutate}
      failedText={createFailedText}
      action="Create promo code"
      busy="Creating…"
      marksOptional
      isComplete={({ code, discountValue }) => code.trim() !== '' && (discountValue ?? '') !== ''}
      onClose={onClose}
    >
      {({ discountType }) => (
        <>
          <Form.Item name="code" label="Code" required extra="Not case-sensitive.">
            <Input autoCapitalize="characters" autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="description" label="Description" extra="Only admins see it.">
            <Input />
          </Form.Item>
          <FieldPair>
            <Form.Item name="discountType" label="Benefit" required>
              <Select options={discountTypeOptions} virtual={false} popupMatchSelectWidth={false} />
            </Form.Item>
            <Form.Item name="discountValue" label={valueLabels[discountType]} required>
              <InputNumber<string> stringMode inputMode="decimal" autoComplete="off" />
            </Form.Item>
            {/* Not an InputNumber, which clears a text that is not a number: an empty field means unlimited uses. */}
            <Form.Item name="maxUses" label="Maximum uses" rules={[maxUsesRule]} extra="Leave empty for no limit.">
              <Input inputMode="numeric" autoComplete="off" />
            </Form.Item>
            <Form.Item name="expiresAt" label="Last day" extra="Leave empty for no expiry (UTC)." {...dateAsText}>
              <DatePicker format={dateFormat} locale={pickerLocale} />
            </Form.Item>
          </FieldPair>
        </>
      )}
    </FormDialog>
  );
}
