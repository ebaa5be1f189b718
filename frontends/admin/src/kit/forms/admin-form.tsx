import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { Form, type FormInstance } from 'antd/admin';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { failureText } from '../failure-text.ts';
import { formDrafts } from './form-drafts.ts';
import styles from './forms.module.css';

/** The part of a mutation that a form needs. */
export interface FormMutation {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
}

/** Keeps the values of an unsent form, without its secrets. */
export interface DraftOptions<Values> {
  readonly name: string;
  readonly secrets?: readonly (keyof Values & string)[];
}

export interface AdminFormProps<Values extends object> {
  /** The accessible name. */
  label: string;
  initialValues: Values;
  draft?: DraftOptions<Values>;
  /** Absent for a form that sends no request. */
  mutation?: FormMutation;
  /** Calls `onSuccess` when the values were accepted: the form is then cleared. */
  onSubmit: (values: Values, options: { onSuccess: () => void }) => void;
  onSuccess?: () => void;
  /** Shown when the request failed without a message of the server. */
  failedText?: string;
  /** The submit button's text, and its text while the request is sent. */
  action: string;
  busy: string;
  variant?: 'primary' | 'danger';
  /** False disables the submit button. */
  isComplete?: (values: Values) => boolean;
  /** Marks the fields that are not `required`. */
  marksOptional?: boolean;
  /** In a dialog the buttons are at the right, with Cancel. */
  onCancel?: () => void;
  children: ReactNode | ((values: Values) => ReactNode);
}

/** antd's Form with the server's field errors at their fields, a draft, and one submit button. */
export function AdminForm<Values extends object>(props: AdminFormProps<Values>) {
  const { label, initialValues, draft, mutation, onSubmit, onSuccess, onCancel, children } = props;
  const { marksOptional = false, isComplete = () => true } = props;
  const [form] = Form.useForm<Values>();
  const [startValues] = useState<Values>(() => ({
    ...initialValues,
    ...(draft === undefined ? {} : formDrafts.find<Values>(draft.name)),
  }));
  const values = { ...startValues, ...(Form.useWatch([], form) as Values | undefined) };
  const formError = useServerErrors(form, props);
  const submit = (submitted: Values) => {
    // The second press of a double click may come when the form has been cleared already.
    if (mutation?.isPending === true || !isComplete(submitted)) return;
    onSubmit(submitted, {
      onSuccess: () => {
        if (draft !== undefined) formDrafts.remove(draft.name);
        form.setFieldsValue(initialValues);
        onSuccess?.();
      },
    });
  };
  return (
    <Form<Values>
      form={form}
      name={useId().replaceAll(/\W/g, '')}
      aria-label={label}
      className={`${styles['form']} ${onCancel === undefined ? '' : styles['dialog']}`}
      layout="vertical"
      initialValues={startValues}
      requiredMark={marksOptional ? 'optional' : false}
      onValuesChange={(_changed, typed) => {
        if (draft !== undefined) formDrafts.set(draft.name, withoutSecrets(typed, draft));
      }}
      onFinish={submit}
    >
      {typeof children === 'function' ? children(values) : children}
      {formError !== null && (
        <p className={styles['error']} role="alert">
          {formError}
        </p>
      )}
      <Actions {...props} values={values} />
    </Form>
  );
}

function Actions<Values extends object>({
  action,
  busy,
  variant = 'primary',
  mutation,
  isComplete = () => true,
  onCancel,
  values,
}: AdminFormProps<Values> & { values: Values }) {
  const isBusy = mutation?.isPending === true;
  const actions = useFocusInForm(isBusy, mutation?.error ?? null);
  return (
    <div ref={actions} className={styles['actions']}>
      {onCancel !== undefined && (
        <PlainButton small variant="quiet" onClick={onCancel}>
          Cancel
        </PlainButton>
      )}
      <PlainButton type="submit" variant={variant} small disabled={isBusy || !isComplete(values)}>
        {isBusy ? busy : action}
      </PlainButton>
    </div>
  );
}

/**
 * Keeps the focus in the form of these actions, because the submit button is disabled while a request runs: after an
 * error it gets the focus back, and after a success, when it stays disabled until something changes, the first field.
 */
function useFocusInForm(isBusy: boolean, error: Error | null): RefObject<HTMLDivElement | null> {
  const actions = useRef<HTMLDivElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    const { activeElement, body } = document;
    if (!hasEnded || (activeElement !== body && activeElement?.matches(':disabled') !== true)) return;
    const target = error === null ? 'input:enabled' : '[type="submit"]';
    actions.current?.closest('form')?.querySelector<HTMLElement>(target)?.focus();
  }, [isBusy, error]);
  return actions;
}

/**
 * Shows the server's field errors at the fields of this form; antd removes each when its field changes.
 * @returns the message for the whole form, when the server refused it for another reason
 */
function useServerErrors<Values extends object>(
  form: FormInstance<Values>,
  { mutation, initialValues, failedText = '' }: AdminFormProps<Values>,
): string | null {
  const error = mutation?.error ?? null;
  const fieldErrors = Object.entries(fieldErrorsOf(error)).filter(([name]) => name in initialValues);
  useEffect(() => {
    form.setFields(
      Object.entries(fieldErrorsOf(error)).map(([name, message]) => ({ name: name as never, errors: [message] })),
    );
  }, [error, form]);
  return fieldErrors.length === 0 ? failureText(error, failedText) : null;
}

function withoutSecrets<Values extends object>(values: Values, { secrets = [] }: DraftOptions<Values>): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !(secrets as readonly string[]).includes(name)));
}

/** A rule of antd's Form from a function that returns the error of the field, or undefined. */
export const fieldRule =
  <Values extends object>(errorOf: (values: Values) => string | undefined) =>
  (form: { getFieldsValue: () => unknown }) => ({
    validator: (): Promise<void> => {
      const error = errorOf(form.getFieldsValue() as Values);
      return error === undefined ? Promise.resolve() : Promise.reject(new Error(error));
    },
  });

/** Two fields side by side where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles['pair']}>{children}</div>;
