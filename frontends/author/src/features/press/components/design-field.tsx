import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { describeValue, designChoices, type DesignField, designLabels } from '../design-form-values.ts';
import type { DesignForm } from '../hooks/use-design-form.ts';

interface Props {
  form: DesignForm;
  field: DesignField;
  hint?: string;
  titleOf: (chapterId: string) => string;
}

const choicesOf = (field: DesignField): readonly (readonly [string, string])[] | undefined =>
  (designChoices as Partial<Record<DesignField, readonly (readonly [string, string])[]>>)[field];

/** One setting of the design. If another window has saved another value meanwhile, the author chooses between both. */
export function DesignFieldInput({ form, field, hint, titleOf }: Props) {
  const choices = choicesOf(field);
  const shared = {
    label: designLabels[field],
    value: form.texts[field],
    error: form.errors[field],
    onChange: ({ target }: { target: { value: string } }) => form.edit({ [field]: target.value }),
    ...(hint === undefined ? {} : { hint }),
  };
  return (
    <>
      {choices ? (
        <ChoiceField {...shared} options={choices.map(([value, label]) => ({ value, label }))} />
      ) : (
        <TextField {...shared} {...(isText(field) ? {} : { inputMode: 'decimal' as const })} />
      )}
      <DesignConflict {...{ form, field, titleOf }} />
    </>
  );
}

const isText = (field: DesignField) => field === 'shortTitle' || field === 'isbnPrint' || field === 'isbnEbook';

export const DesignConflict = ({ form, field, titleOf }: Props) => (
  <FormConflict
    form={form}
    name={field}
    label={designLabels[field]}
    describe={(stored) => describeValue(field, stored, titleOf)}
  />
);
