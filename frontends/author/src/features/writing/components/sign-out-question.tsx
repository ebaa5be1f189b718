import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { guardSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { documents, journal } from '../documents.ts';
import styles from './sign-out-question.module.css';

/** Logging out first saves; what cannot be saved is asked about, and then nothing of this user stays in the browser. */
export function SignOutQuestion() {
  const { user } = useSession();
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null);
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    return guardSignOut(async () => {
      await documents.flushAll();
      const isSafe = !documents.hasUnsaved() && (await journal.countFor(userId)) === 0;
      const mayLeave = isSafe || await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      if (mayLeave) await journal.wipe(userId).catch(() => undefined);
      return mayLeave;
    });
  }, [userId]);
  const decide = (leave: boolean) => {
    answer?.(leave);
    setAnswer(null);
  };
  return (
    <Modal
      open={answer !== null} title="Some words are only in this browser" onCancel={() => decide(false)}
      footer={<div className={styles['answers']}><PlainButton look="quiet" onClick={() => decide(true)}>Log out and lose them</PlainButton><PlainButton look="primary" onClick={() => decide(false)}>Stay and save them</PlainButton></div>}
    >
      <p>They could not be saved yet. Stay signed in until the badge says “Saved”, or open the chapter they belong to.</p>
    </Modal>
  );
}
