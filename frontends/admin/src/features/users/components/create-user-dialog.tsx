import { planNames, plans } from '@inkbear/contracts/plans';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { useState } from 'react';
import { failureText } from '../../../kit/feedback.ts';
import { FieldPair, FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { useKeptState } from '../../../kit/forms/use-kept-state.ts';
import { failures, type NewUser, useCreateUser } from '../api/user-actions.ts';

const nobody: Omit<NewUser, 'password'> = { email: '', firstName: '', lastName: '', plan: 'free' };
const planOptions = planNames.map((plan) => ({ value: plan, label: plans[plan].title }));

/**
 * A new account. What was typed stays until it is made, also when the dialog is closed in between; the password only as
 * long as the page does.
 */
export function CreateUserDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [about, setAbout] = useKeptState('user', nobody);
  const [password, setPassword] = useState('');
  const person: NewUser = { ...about, password };
  const create = useCreateUser();
  const errors = fieldErrorsOf(create.error);
  const isIncomplete = [person.email, person.password, person.firstName, person.lastName].some(
    (value) => value.trim() === '',
  );
  const bind = (name: keyof NewUser) => ({
    name,
    value: person[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      name === 'password' ? setPassword(target.value) : setAbout((before) => ({ ...before, [name]: target.value })),
  });
  const submit = () =>
    create.mutate(person, {
      onSuccess: () => {
        setAbout(nobody);
        setPassword('');
        onClose();
      },
    });
  return (
    <FormDialog
      isOpen={isOpen}
      title="Create user"
      action="Create User"
      busy="Creating…"
      isBusy={create.isPending}
      isIncomplete={isIncomplete}
      onSubmit={submit}
      onClose={onClose}
      error={Object.keys(errors).length === 0 ? failureText(create.error, failures.create) : null}
    >
      <FieldPair>
        <TextField label="First name" autoComplete="off" {...bind('firstName')} />
        <TextField label="Last name" autoComplete="off" {...bind('lastName')} />
      </FieldPair>
      <TextField label="Email" type="email" autoComplete="off" {...bind('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters. Tell it to them in person."
        {...bind('password')}
      />
      <ChoiceField
        label="Plan"
        options={planOptions}
        hint={person.plan === 'free' ? 'They can choose a plan themselves.' : 'Granted by you; nobody pays for it.'}
        {...bind('plan')}
      />
    </FormDialog>
  );
}
