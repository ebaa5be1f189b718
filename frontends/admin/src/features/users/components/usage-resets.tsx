import type { AdminUser } from '@inkbear/contracts/admin/users';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { failureText } from '../../../kit/feedback.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { failures, type ResetScope, useResetUsage } from '../api/user-actions.ts';
import styles from '../users.module.css';

const questions = {
  month: {
    title: 'Reset this month’s AI usage?',
    action: 'Reset AI usage',
    text: 'Their AI calls and coaching questions of this month are counted from none again.',
  },
  all: {
    title: 'Reset all AI usage?',
    action: 'Reset all AI usage',
    text: 'Their counters of this month are cleared, and those of all their books, chapters and stories.',
  },
} as const;

/** Both ways of giving AI uses back; each asks first. */
export function UsageResets({ user }: { user: AdminUser }) {
  return (
    <div className={styles['row']}>
      <Reset scope="month" user={user} />
      <Reset scope="all" user={user} />
    </div>
  );
}

function Reset({ scope, user }: { scope: ResetScope; user: AdminUser }) {
  const [isAsking, setAsking] = useState(false);
  const reset = useResetUsage(scope);
  const { title, action, text } = questions[scope];
  const close = () => {
    setAsking(false);
    reset.reset();
  };
  return (
    <>
      <PlainButton small onClick={() => setAsking(true)}>
        {action}
      </PlainButton>
      <FormDialog
        isOpen={isAsking}
        title={title}
        action={action}
        busy="Resetting…"
        isBusy={reset.isPending}
        error={failureText(reset.error, failures[scope])}
        onSubmit={() => reset.mutate(user.id, { onSuccess: close })}
        onClose={close}
      >
        <p>{user.email}</p>
        <p className={styles['note']}>{text}</p>
      </FormDialog>
    </>
  );
}
