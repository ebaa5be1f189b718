import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { failureText } from '../../kit/feedback.ts';
import { FieldPair, FormDialog } from '../../kit/forms/form-dialog.tsx';
import { useKeptState } from '../../kit/forms/use-kept-state.ts';
import { codeErrors, emptyCode, kindOptions, type NewCode, valueLabels } from './new-code.ts';
import { createFailed, useCreateCode } from './promo-actions.ts';

/**
 * A new promo code. What was typed stays until it is made, also when the dialog is closed or the session ends in
 * between.
 */
export function NewCodeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [typed, setTyped] = useKeptState('promo-code', emptyCode);
  const create = useCreateCode();
  const refused = fieldErrorsOf(create.error);
  const errors: Record<string, string | undefined> = { ...refused, ...codeErrors(typed) };
  const bind = (name: keyof NewCode) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  const submit = () => {
    if (Object.keys(codeErrors(typed)).length > 0) return;
    create.mutate(typed, {
      onSuccess: () => {
        setTyped(emptyCode);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title="New promo code"
      action="Create promo code"
      busy="Creating…"
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
      isIncomplete={typed.code.trim() === '' || typed.discountValue.trim() === ''}
      error={Object.keys(refused).length === 0 ? failureText(create.error, createFailed) : null}
    >
      <TextField
        label="Code"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        hint="Authors may type it in any case."
        {...bind('code')}
      />
      <TextField label="Description" isOptional hint="Only admins see it." {...bind('description')} />
      <FieldPair>
        <ChoiceField label="What it gives" options={kindOptions} {...bind('discountType')} />
        <TextField
          label={valueLabels[typed.discountType]}
          inputMode="decimal"
          autoComplete="off"
          {...bind('discountValue')}
        />
        <TextField
          label="Most uses"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: any number."
          {...bind('maxUses')}
        />
        <TextField label="Last day" isOptional type="date" hint="Empty: never ends. UTC." {...bind('expiresAt')} />
      </FieldPair>
    </FormDialog>
  );
}
