import type { StoryPrompt } from '@inkbear/contracts/stories/story-templates';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';

/** Maximum answer length in UTF-16 units, from the contract. */
const answerMax = 20_000;

interface Props {
  prompt: StoryPrompt;
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}

/** One question of a template as a form field. */
export function PromptField({
  prompt: { label, placeholder, required, type, options = [] },
  value,
  isMissing,
  onChange,
}: Props) {
  const field = {
    label,
    name: label,
    value,
    required,
    isOptional: !required,
    ...(isMissing ? { error: 'Please fill this in' } : {}),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (type === 'select')
    return (
      <ChoiceField
        {...field}
        placeholder={placeholder}
        options={options.map((option) => ({ value: option, label: option }))}
      />
    );
  return type === 'textarea' ? (
    <TextArea {...field} rows={6} maxLength={answerMax} placeholder={placeholder} />
  ) : (
    <TextField {...field} maxLength={answerMax} placeholder={placeholder} />
  );
}
