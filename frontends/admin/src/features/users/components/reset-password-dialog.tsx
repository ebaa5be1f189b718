import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { useState } from 'react';
import { failureText } from '../../../kit/feedback.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { failures, useResetPassword } from '../api/user-actions.ts';

/** A new password for an account; `email` is who it is for, where that is known. */
export function ResetPasswordDialog({
  isOpen,
  email = '',
  onClose,
}: {
  isOpen: boolean;
  email?: string;
  onClose: () => void;
}) {
  const [typedEmail, setEmail] = useState<string | null>(null);
  const [newPassword, setPassword] = useState('');
  const reset = useResetPassword();
  const errors = fieldErrorsOf(reset.error);
  const address = typedEmail ?? email;
  const close = () => {
    setEmail(null);
    setPassword('');
    reset.reset();
    onClose();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title="Reset password"
      action="Reset Password"
      busy="Resetting…"
      isBusy={reset.isPending}
      isIncomplete={address.trim() === '' || newPassword === ''}
      error={Object.keys(errors).length === 0 ? failureText(reset.error, failures.password) : null}
      onSubmit={() => reset.mutate({ email: address, newPassword }, { onSuccess: close })}
      onClose={close}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        value={address}
        error={errors['email']}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        value={newPassword}
        error={errors['newPassword']}
        hint="All sessions of this user end."
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
