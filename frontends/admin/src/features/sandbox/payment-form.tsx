import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Form, Input, Select } from 'antd/admin';
import { failureText } from '../../kit/failure-text.ts';
import formStyles from '../../kit/forms/forms.module.css';
import { type PaymentAction, paymentFailedTexts, usePaymentAction } from './sandbox.api.ts';

interface Values {
  kind: 'paymentId' | 'subscriptionId';
  id: string;
}
const kinds = [
  { value: 'paymentId', label: 'Payment' },
  { value: 'subscriptionId', label: 'Subscription (its latest payment)' },
];

/**
 * Refunds or disputes a payment by its id. It uses antd's Form directly, because it has two submit buttons, unlike an
 * AdminForm.
 */
export function PaymentForm() {
  const [form] = Form.useForm<Values>();
  const id = (Form.useWatch('id', form) ?? '').trim();
  const refund = usePaymentAction('refund');
  const dispute = usePaymentAction('dispute');
  const isDisabled = refund.isPending || dispute.isPending || id === '';
  const error =
    failureText(refund.error, paymentFailedTexts.refund) ?? failureText(dispute.error, paymentFailedTexts.dispute);
  const clearErrors = () => {
    refund.reset();
    dispute.reset();
  };
  const send = (action: PaymentAction) => {
    clearErrors();
    const mutation = action === 'refund' ? refund : dispute;
    const payment = form.getFieldValue('kind') === 'paymentId' ? { paymentId: id } : { subscriptionId: id };
    mutation.mutate(payment, { onSuccess: () => form.setFieldValue('id', '') });
  };
  return (
    <Form<Values>
      form={form}
      name="payment"
      aria-label="Refund or dispute"
      className={formStyles['form'] ?? ''}
      layout="vertical"
      requiredMark={false}
      initialValues={{ kind: 'paymentId', id: '' }}
      onValuesChange={clearErrors}
    >
      <Form.Item name="kind" label="Type of ID">
        <Select options={kinds} virtual={false} />
      </Form.Item>
      <Form.Item
        name="id"
        label="ID"
        extra="A user’s drawer lists their payments, with these two actions beside each."
        {...(error === null ? {} : { validateStatus: 'error' as const, help: error })}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <div className={formStyles['actions']}>
        <PlainButton small disabled={isDisabled} onClick={() => send('refund')}>
          {refund.isPending ? 'Refunding…' : 'Refund'}
        </PlainButton>
        <PlainButton small disabled={isDisabled} onClick={() => send('dispute')}>
          {dispute.isPending ? 'Disputing…' : 'Simulate lost dispute'}
        </PlainButton>
      </div>
    </Form>
  );
}
