import { Form, InputNumber } from 'antd/admin';
import { AdminForm, fieldRule } from '../../kit/forms/admin-form.tsx';
import { countError } from '../../kit/forms/whole-number.ts';
import { clockFailedText, useAdvanceClock } from './sandbox.api.ts';

interface Values {
  /** The text of the field. */
  advanceDays: string | null;
}
const maxDays = 3660;
const daysRule = fieldRule<Values>(({ advanceDays }) => countError(advanceDays, maxDays));

/** Advances the clock of every service. It cannot be set back. */
export function ClockForm() {
  const advance = useAdvanceClock();
  return (
    <AdminForm<Values>
      label="Advance the clock"
      initialValues={{ advanceDays: '' }}
      mutation={advance}
      onSubmit={({ advanceDays }, options) => advance.mutate(Number(advanceDays), options)}
      failedText={clockFailedText}
      action="Advance the clock"
      busy="Advancing…"
      isComplete={({ advanceDays }) => Number(advanceDays) > 0}
    >
      <Form.Item
        name="advanceDays"
        label="Days"
        rules={[daysRule]}
        extra="Plans renew and end, and referrals are processed, as if these days had passed. The clock cannot be set back."
      >
        <InputNumber<string> stringMode inputMode="numeric" autoComplete="off" />
      </Form.Item>
    </AdminForm>
  );
}
