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
      label="Move the clock"
      initialValues={{ advanceDays: '' }}
      mutation={advance}
      onSubmit={({ advanceDays }, options) => advance.mutate(Number(advanceDays), options)}
      failedText={clockFailedText}
      action="Move the clock"
      busy="Moving…"
      isComplete={({ advanceDays }) => Number(advanceDays) > 0}
    >
      <Form.Item
        name="advanceDays"
        label="Days to move on"
        rules={[daysRule]}
        extra="Renewals, ends of plans and referrals happen as if the days had passed. It cannot be moved back."
      >
        <InputNumber<string> stringMode inputMode="numeric" autoComplete="off" />
      </Form.Item>
    </AdminForm>
  );
}
