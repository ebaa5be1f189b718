import type { Story } from '@inkbear/contracts/stories/story';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { OtherVersion } from '@inkbear/ui-kit/other-version.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { clashesOf, without } from '@inkbear/web-kit/field-clash.ts';
import { draftOf, useFormDraft } from '@inkbear/web-kit/form-draft.ts';
import { type FormEvent, useState } from 'react';
import { useSaveInformation } from '../api/save-information.ts';
import { changedInformation, type InformationName, informationOf, isSavable, rebaseInformation, seenOf, type StoryInformation } from '../information.ts';
import styles from './story-dialogs.module.css';

interface Typed { readonly start: StoryInformation; readonly typed: StoryInformation }
const fields: readonly { name: InformationName; label: string; rows?: number; isOptional: boolean }[] = [
  { name: 'title', label: 'Title', isOptional: false }, { name: 'authorName', label: 'Author name', isOptional: false }, { name: 'publishingHouse', label: 'Publishing house', isOptional: true },
  { name: 'dedication', label: 'Dedication', rows: 2, isOptional: true }, { name: 'synopsis', label: 'Synopsis', rows: 3, isOptional: true }, { name: 'introduction', label: 'Introduction', rows: 4, isOptional: true },
];

/** What stands on a story's first pages; kept while it is unsaved, and saved when the form closes. Key it by the story. */
export function InformationForm({ story, onSaved }: { story: Story; onSaved: () => void }) {
  const draftKey = `story:${story.id}`;
  const [kept] = useState(() => draftOf<Typed>(draftKey));
  const [start, setStart] = useState<StoryInformation>(() => kept?.start ?? informationOf(story));
  const [typed, setTyped] = useState(kept?.typed ?? start);
  const [sent, setSent] = useState<StoryInformation | null>(null);
  const [clashes, setClashes] = useState<Partial<StoryInformation>>({});
  const saving = useSaveInformation(story.id);
  const stored = informationOf(story);
  if (changedInformation(start, stored) !== null) {
    setStart(stored);
    setClashes((before) => ({ ...before, ...clashesOf({ typed, start, now: stored, sent }) }));
    setTyped(rebaseInformation(typed, start, stored));
  }
  const refused = fieldErrorsOf(saving.error);
  const changed = changedInformation(start, typed);
  const maySave = isSavable(typed) && Object.keys(clashes).length === 0;
  const save = async (): Promise<boolean> => {
    if (changed === null) return true;
    if (!maySave) return false;
    setSent(typed);
    const saved = await saving.mutateAsync({ ...changed, seen: seenOf(start, changed) }).catch(() => null);
    if (saved !== null) setTyped((now) => rebaseInformation(now, typed, informationOf(saved)));
    return saved !== null;
  };
  useFormDraft(draftKey, changed && { values: { start, typed }, save });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save().then((isSaved) => { if (isSaved) onSaved(); });
  };
  const decide = (name: InformationName) => setClashes((before) => without(before, name));
  return (
    <form noValidate className={styles['form']} onSubmit={submit} aria-label="Story Information">
      {fields.map(({ name, label, rows, isOptional }) => {
        const other = clashes[name];
        const bound = { label, isOptional, value: typed[name], error: refused[name], onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [name]: target.value })) };
        return (
          <div key={name}>
            {rows === undefined ? <TextField {...bound} autoComplete={name === 'authorName' ? 'name' : 'off'} required={!isOptional} /> : <TextArea {...bound} rows={rows} />}
            {other !== undefined && <OtherVersion label={label} text={other} onMine={() => decide(name)} onTheirs={() => { setTyped((before) => ({ ...before, [name]: other })); decide(name); }} />}
          </div>
        );
      })}
      <div><PlainButton type="submit" look="primary" disabled={!maySave || saving.isPending}>{saving.isPending ? 'Saving…' : 'Save Information'}</PlainButton></div>
    </form>
  );
}
