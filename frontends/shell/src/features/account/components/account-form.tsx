import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf, messageOf } from '@inkbear/web-kit/api-error.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type FormEvent, useId, useState } from 'react';
import styles from './account.module.css';

interface Field<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autoComplete: string;
}
type Values<Name extends string> = Readonly<Record<Name, string>>;

interface Props<Name extends string, Reply> {
  /** Heading of the section, and accessible name of the form. */
  title: string;
  /** What the change means. */
  note?: string;
  fields: readonly Field<Name>[];
  /** The stored values. Without a change to them the form cannot be sent. */
  stored: Values<Name>;
  button: { readonly label: string; readonly pending: string };
  send: (values: Values<Name>) => Promise<Reply>;
  /** Called after a success. Resolves with the values that the form shows from then on. */
  onSaved: (reply: Reply) => Promise<Values<Name>>;
  /** The field at which an error is shown that names no field. */
  fieldOf: (error: unknown) => Name;
}

/** A section of the account page with a form. Errors are shown at their fields, and what was typed stays. */
export function AccountForm<Name extends string, Reply>(props: Props<Name, Reply>) {
  const { title, note, fields, stored, button, send, onSaved, fieldOf } = props;
  const titleId = useId();
  const [values, setValues] = useState(stored);
  const change = useSingleFlightMutation(
    { mutationFn: send, onSuccess: async (reply: Reply) => setValues(await onSaved(reply)) },
    anyInput,
  );
  const errors = errorsOf(change.error, fieldOf);
  const isComplete = fields.every(({ name }) => values[name].trim() !== '');
  const isChanged = fields.some(({ name }) => values[name] !== stored[name]);
  const canSend = isComplete && isChanged && !change.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) change.mutate(values);
  };
  return (
    <section className={styles['part']} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {note !== undefined && <p>{note}</p>}
      <form noValidate className={styles['form']} onSubmit={submit} aria-label={title}>
        {fields.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            value={values[name]}
            error={errors[name]}
            onChange={({ target }) => {
              setValues({ ...values, [name]: target.value });
              change.reset();
            }}
          />
        ))}
        <div>
          <PlainButton type="submit" disabled={!canSend}>
            {change.isPending ? button.pending : button.label}
          </PlainButton>
        </div>
      </form>
    </section>
  );
}

const unanswered = 'The server did not answer. Please try again.';

/** The error messages by field. */
function errorsOf(error: unknown, fieldOf: (error: unknown) => string): Partial<Record<string, string>> {
  if (error === null) return {};
  const ofFields = fieldErrorsOf(error);
  return Object.keys(ofFields).length > 0 ? ofFields : { [fieldOf(error)]: messageOf(error, unanswered) };
}
