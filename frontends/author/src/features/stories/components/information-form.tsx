import type { Story } from '@inkbear/contracts/stories/story';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { changedFields, expectedFields } from '@inkbear/web-kit/form-fields.ts';
import { useSharedForm } from '@inkbear/web-kit/use-shared-form.ts';
import type { FormEvent } from 'react';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { useSaveInformation } from '../stories.api.ts';
import { type InformationName, informationOf, isSavable, type StoryInformation } from '../information.ts';
import styles from './story-dialogs.module.css';

const fields: readonly { name: InformationName; label: string; rows?: number; isOptional: boolean }[] = [
  { name: 'title', label: 'Title', isOptional: false },
  { name: 'authorName', label: 'Author name', isOptional: false },
  { name: 'publishingHouse', label: 'Publishing house', isOptional: true },
  { name: 'dedication', label: 'Dedication', rows: 2, isOptional: true },
  { name: 'synopsis', label: 'Synopsis', rows: 3, isOptional: true },
  { name: 'introduction', label: 'Introduction', rows: 4, isOptional: true },
];

/** The story metadata: kept as a draft until saved, and saved when the form closes. Must be keyed by the story id. */
export function InformationForm({ story, onSaved }: { story: Story; onSaved: () => void }) {
  const saving = useSaveInformation(story.id);
  const form = useSharedForm<StoryInformation>({
    draftKey: `story:${story.id}`,
    stored: informationOf(story),
    isValid: isSavable,
    send: (information, start) => {
      const changed = changedFields(start, information) ?? {};
      return saving.mutateAsync({ ...changed, seen: expectedFields(start, changed) }).then(informationOf, () => null);
    },
  });
  const { typed, conflicts, edit, save } = form;
  const refused = fieldErrorsOf(saving.error);
  const canSave = isSavable(typed) && Object.keys(conflicts).length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save().then((isSaved) => {
      if (isSaved) onSaved();
    });
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit} aria-label="Story Information">
      {fields.map(({ name, label, rows, isOptional }) => {
        const bound = {
          label,
          isOptional,
          value: typed[name],
          error: refused[name],
          onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value }),
        };
        return (
          <div key={name}>
            {rows === undefined ? (
              <TextField {...bound} autoComplete={name === 'authorName' ? 'name' : 'off'} required={!isOptional} />
            ) : (
              <TextArea {...bound} rows={rows} />
            )}
            <FormConflict form={form} name={name} label={label} />
          </div>
        );
      })}
      <div>
        <PlainButton type="submit" variant="primary" disabled={!canSave || saving.isPending}>
          {saving.isPending ? 'Saving…' : 'Save Information'}
        </PlainButton>
      </div>
    </form>
  );
}
