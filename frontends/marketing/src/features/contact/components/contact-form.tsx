import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { useSiteConfig } from '@inkbear/web-kit/site-config.ts';
import styles from './contact-form.module.css';

const simulatedSendingMs = 1000;

/** Simulates sending, as specified: no request is made, the fields keep their values, and a note gives a real address. */
export function ContactForm() {
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setTimeout(() => {
      setSending(false);
      showToast({ title: 'Message Sent!', description: "We'll get back to you within 24 hours." });
    }, simulatedSendingMs);
    return () => clearTimeout(timer);
  }, [isSending]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
  };
  return (
    <form className={styles['form']} onSubmit={send}>
      <div className={styles['pair']}>
        <TextField label="Name" name="name" autoComplete="name" required />
        <TextField label="Email" name="email" type="email" autoComplete="email" required />
      </div>
      <TextField label="Subject" name="subject" required />
      <TextArea label="Message" name="message" rows={7} required />
      <div>
        <PlainButton type="submit" variant="primary" large disabled={isSending}>
          {isSending ? 'Sending...' : 'Send Message'}
        </PlainButton>
      </div>
      <DeliveryNote />
    </form>
  );
}

function DeliveryNote() {
  const { supportEmail } = useSiteConfig();
  return (
    <p className={styles['note']}>
      Please note: this form is a preview and does not deliver messages yet.{' '}
      {supportEmail === undefined ? (
        'No address has been set up for this site yet.'
      ) : (
        <>
          To reach us, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </>
      )}
    </p>
  );
}
