import { Form, Input } from 'antd/admin';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { failedTexts, type NewPassword, useResetPassword } from '../users.api.ts';

/** Sets a new password; `email` names the account if it is known. */
export function ResetPasswordDialog({
  isOpen,
  email = '',
  onClose,
}: {
  isOpen: boolean;
  email?: string;
  onClose: () => void;
}) {
  const reset = useResetPassword();
  return (
    <FormDialog<NewPassword>
      isOpen={isOpen}
      title="Reset password"
      initialValues={{ email, newPassword: '' }}
      mutation={reset}
      onSubmit={reset.mutate}
      failedText={failedTexts.password}
      action="Reset Password"
      busy="Resetting…"
      isComplete={(values) => values.email.trim() !== '' && values.newPassword !== ''}
      onClose={onClose}
    >
      <Form.Item name="email" label="Email" required>
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="newPassword" label="New password" required extra="This ends all sessions of the user.">
        <Input type="password" autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}
