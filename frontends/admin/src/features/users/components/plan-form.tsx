import type { AdminUser } from '@inkbear/contracts/admin/users';
import { planNames, plans } from '@inkbear/contracts/plans';
import { Checkbox, Form, Input, Select } from 'antd/admin';
import { AdminForm, FieldPair, fieldRule } from '../../../kit/forms/admin-form.tsx';
import { limitText } from '../user-labels.ts';
import { isNoChange, noChange, type PlanChange, planChangeErrors } from '../plan-change.ts';
import { failedTexts, useUpdatePlan } from '../users.api.ts';

const consequences = {
  free: 'Ends the plan at once, even a paid one.',
  pro_monthly: 'Granted for a year from now; nobody pays for it.',
  pro_oneoff: 'Granted for 30 days from now; nobody pays for it.',
} as const;
const limitRule = fieldRule<PlanChange>((change) => planChangeErrors(change).monthlyBookLimit);
const creditsRule = fieldRule<PlanChange>((change) => planChangeErrors(change).referralCredits);

/**
 * Plan, book limit and credits of a user; empty fields are not changed. The numbers are text inputs, because antd's
 * InputNumber silently clears a text that is not a number, and empty means "unchanged" here.
 */
export function PlanForm({ user }: { user: AdminUser }) {
  const update = useUpdatePlan(user.id);
  const planOptions = [
    { value: '', label: `No change (${plans[user.plan].title})` },
    ...planNames.map((plan) => ({ value: plan, label: plans[plan].title })),
  ];
  return (
    <AdminForm
      label="Plan and limits"
      initialValues={noChange}
      draft={{ name: `plan:${user.id}` }}
      mutation={update}
      onSubmit={update.mutate}
      failedText={failedTexts.plan}
      action="Update User"
      busy="Updating…"
      isComplete={(change) => !isNoChange(change)}
    >
      {({ plan, isUnlimited }) => (
        <>
          <Form.Item name="plan" label="Plan" extra={plan === '' ? undefined : consequences[plan]}>
            <Select options={planOptions} virtual={false} />
          </Form.Item>
          <FieldPair>
            <Form.Item
              name="monthlyBookLimit"
              label="Book limit"
              dependencies={['isUnlimited']}
              rules={[limitRule]}
              {...(isUnlimited ? { getValueProps: () => ({ value: '' }) } : {})}
            >
              <Input
                inputMode="numeric"
                autoComplete="off"
                placeholder={`Now ${limitText(user)}`}
                disabled={isUnlimited}
              />
            </Form.Item>
            <Form.Item name="referralCredits" label="Book credits" rules={[creditsRule]}>
              <Input inputMode="numeric" autoComplete="off" placeholder={`Now ${user.referralCredits}`} />
            </Form.Item>
          </FieldPair>
          <Form.Item name="isUnlimited" valuePropName="checked">
            <Checkbox>Unlimited books</Checkbox>
          </Form.Item>
        </>
      )}
    </AdminForm>
  );
}
