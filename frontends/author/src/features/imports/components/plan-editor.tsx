import type { ImportPlan, ManuscriptImport } from '@inkbear/contracts/export/import';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { useState } from 'react';
import { FormConflict } from '../../../ui/form-conflict.tsx';
import { SaveNote } from '../../../ui/save-note.tsx';
import { type PlanForm, usePlanForm } from '../hooks/use-plan-form.ts';
import { summaryText } from '../import-texts.ts';
import { useChooseBook, useMakeImport } from '../imports.api.ts';
import { splitAt, summarise } from '../plan-edits.ts';
import { describeChapters, readChapters, writeChapters } from '../plan-form-values.ts';
import styles from './imports.module.css';
import { LossReport } from './loss-report.tsx';
import { PlanChapters } from './plan-chapters.tsx';
import { PlanText } from './plan-text.tsx';

interface Props {
  item: ManuscriptImport;
  plan: ImportPlan;
  /** The choices of the language field for a stored language. */
  languages: (stored: string) => { value: string; label: string }[];
}

/** The plan beside the text; nothing exists before the author makes the book. */
export function PlanEditor({ item, plan, languages }: Props) {
  const form = usePlanForm(item, plan);
  const [selected, setSelected] = useState(0);
  const chapters = readChapters(form.texts.chapters);
  const chapter = chapters[Math.min(selected, chapters.length - 1)];
  const change = (next: typeof chapters) => form.edit({ chapters: writeChapters(next) });
  return (
    <div className={styles['form']}>
      <ChooseBook item={item} />
      <PlanDetails form={form} item={item} languages={languages} />
      <LossReport losses={item.losses} />
      <SaveNote state={form.state} failure={form.failure} onRetry={form.save} />
      <FormConflict form={form} name="chapters" label="Chapters" describe={describeChapters} />
      <div className={styles['columns']}>
        <PlanChapters
          chapters={chapters}
          stored={plan}
          selected={selected}
          onSelect={setSelected}
          onChange={(next) => {
            change(next);
            if (selected >= next.length) setSelected(next.length - 1);
          }}
        />
        {chapter && (
          <section className={styles['text']} aria-label={`Text of ${chapter.title || 'Untitled'}`}>
            <PlanText
              key={chapter.from}
              importId={item.id}
              chapter={chapter}
              onSplit={(split) => {
                change(splitAt(chapters, chapters.indexOf(chapter), split));
                setSelected(chapters.indexOf(chapter) + 1);
              }}
            />
          </section>
        )}
      </div>
      <MakeBook form={form} item={item} />
    </div>
  );
}

/** Of an account export, one book is imported. Another one is read on request only, because its plan replaces this one. */
function ChooseBook({ item: { id, booksInFile } }: Pick<Props, 'item'>) {
  const choose = useChooseBook(id);
  const current = booksInFile.find(({ isRead }) => isRead)?.index ?? 0;
  const [chosen, setChosen] = useState(current);
  if (booksInFile.length < 2) return null;
  return (
    <div className={styles['choice']}>
      <ChoiceField
        label="Book in the file"
        options={booksInFile.map(({ index, title }) => ({ value: String(index), label: title || 'Untitled' }))}
        value={String(chosen)}
        onChange={({ target }) => setChosen(Number(target.value))}
      />
      {chosen !== current && (
        <>
          <p className={styles['note']}>Your changes of this plan are lost when another book is read.</p>
          <PlainButton aria-disabled={choose.isPending} onClick={() => choose.mutate(chosen)}>
            Read this book
          </PlainButton>
        </>
      )}
    </div>
  );
}

interface DetailsProps extends Pick<Props, 'item' | 'languages'> {
  form: PlanForm;
}

/** Title, author and language; a book to which chapters are appended keeps its own. */
function PlanDetails({ form, item: { bookId, fileName }, languages }: DetailsProps) {
  const { title, author, language } = form.texts;
  if (bookId !== null) return null;
  return (
    <div className={styles['details']}>
      <div>
        <TextField
          label="Title of the book"
          value={title}
          placeholder={fileName}
          maxLength={300}
          onChange={({ target }) => form.edit({ title: target.value })}
        />
        <FormConflict form={form} name="title" label="Title of the book" />
      </div>
      <div>
        <TextField
          label="Author"
          isOptional
          value={author}
          maxLength={200}
          onChange={({ target }) => form.edit({ author: target.value })}
        />
        <FormConflict form={form} name="author" label="Author" />
      </div>
      <div>
        <ChoiceField
          label="Language"
          options={languages(language)}
          value={language}
          onChange={({ target }) => form.edit({ language: target.value })}
        />
        <FormConflict form={form} name="language" label="Language" />
      </div>
    </div>
  );
}

/** What will be made, and the button that makes it from the saved plan. */
function MakeBook({ form, item }: { form: PlanForm; item: ManuscriptImport }) {
  const make = useMakeImport(item.id);
  const [isSaving, setSaving] = useState(false);
  const summary = summarise(readChapters(form.texts.chapters));
  const isNewBook = item.bookId === null;
  const isBusy = isSaving || make.isPending;
  const start = async () => {
    setSaving(true);
    const isSaved = await form.save();
    setSaving(false);
    if (isSaved) make.mutate();
  };
  return (
    <div className={styles['make']}>
      <div>
        <p>{summaryText(summary)}</p>
        {item.error !== null && !isBusy && <p role="alert">{item.error.message}</p>}
      </div>
      <PlainButton
        variant="primary"
        large
        disabled={summary.chapters === 0}
        aria-disabled={isBusy}
        onClick={() => void start()}
      >
        {isBusy ? 'Making…' : isNewBook ? 'Make the book' : 'Add the chapters'}
      </PlainButton>
    </div>
  );
}
