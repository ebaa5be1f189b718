import type { AdminUser } from '@inkbear/contracts/admin/users';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { failedTexts, type ResetScope, useResetUsage } from '../users.api.ts';
import styles from '../users.module.css';

const questions = {
  month: {
    title: 'Reset this month’s AI usage?',
    action: 'Reset AI usage',
    text: 'Their AI calls and coaching questions this month are reset to zero.',
  },
  all: {
    title: 'Reset all AI usage?',
    action: 'Reset all AI usage',
    text: 'Their counters for this month are reset to zero, and so are those of all their books, chapters and stories.',
  },
} as const;

/** Both resets of AI usage; each asks for confirmation. */
export function UsageResets({ user }: { user: AdminUser }) {
  return (
    <div className={styles['row']}>
      <UsageReset scope="month" user={user} />
      <UsageReset scope="all" user={user} />
    </div>
  );
}

function UsageReset({ scope, user }: { scope: ResetScope; user: AdminUser }) {
  const [isAsking, setAsking] = useState(false);
  const reset = useResetUsage(scope);
  const { title, action, text } = questions[scope];
  return (
    <>
      <PlainButton small onClick={() => setAsking(true)}>
        {action}
      </PlainButton>
      <FormDialog
        isOpen={isAsking}
        title={title}
        initialValues={{}}
        mutation={reset}
        onSubmit={(_values, options) => reset.mutate({ id: user.id, lastOpenaiReset: user.lastOpenaiReset }, options)}
        failedText={failedTexts[scope]}
        action={action}
        busy="Resetting…"
        onClose={() => setAsking(false)}
      >
        <p>{user.email}</p>
        <p className={styles['note']}>{text}</p>
      </FormDialog>
    </>
  );
}
