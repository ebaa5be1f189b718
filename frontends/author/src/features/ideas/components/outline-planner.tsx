import { genreLabel, genres } from '@inkbear/contracts/books/genres';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { fieldErrorsOf } from '@inkbear/web-kit/api-error.ts';
import { canTryAgain } from '@inkbear/web-kit/free-retries.ts';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { failureText } from '../failure.ts';
import { useIdeaFocus } from '../hooks/use-idea-focus.ts';
import { useIdea } from '../hooks/use-idea.ts';
import { lengthBounds, type OutlineForm, outlineTool, type PlannedBook, validateOutline } from '../outline.ts';
import { RequestFooter } from './request-footer.tsx';
import { IdeaWait } from './idea-wait.tsx';
import styles from './ideas.module.css';
import { SavedIdeas } from './saved-ideas.tsx';
import { OutlineParts, OutlinePlan } from './outline-plan.tsx';

const genreOptions = genres.map((value) => ({ value, label: genreLabel(value) }));

/** Generates a chapter plan for a title; `renderActions` renders the buttons to create a book from it. */
export function OutlinePlanner({ renderActions }: { renderActions: (planned: PlannedBook) => ReactNode }) {
  const { form, found, asking, partial, error, ...idea } = useIdea(outlineTool);
  const tool = useIdeaFocus(asking !== null, found);
  const [wasSubmitted, setSubmitted] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const serverErrors = fieldErrorsOf(error);
  const errors = { ...serverErrors, ...(wasSubmitted ? validateOutline(form) : {}) };
  const bind = (name: keyof OutlineForm) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => idea.change({ [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const [first] = Object.keys(validateOutline(form));
    if (first === undefined) idea.ask();
    else formElement.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  return (
    <div ref={tool} className={styles['tool']}>
      <form ref={formElement} noValidate className={styles['form']} aria-label="Outline generator" onSubmit={submit}>
        <OutlineFields bind={bind} />
        <RequestFooter action="Generate outline" isAsking={asking !== null} />
      </form>
      {error !== null && Object.keys(serverErrors).length === 0 && (
        <p role="alert" className={styles['error']}>
          {failureText(outlineTool, error)}
        </p>
      )}
      {asking && (
        <IdeaWait text="Planning the chapters…" since={asking.since} onStop={idea.stop}>
          {partial && <OutlineParts outline={partial} />}
        </IdeaWait>
      )}
      {!asking && found && (
        <OutlinePlan
          outline={found.answer}
          asked={found.asked}
          onTryAgain={canTryAgain(found.first, Date.now()) ? idea.tryAgain : null}
        >
          {renderActions({ ...found.asked, outline: found.answer })}
        </OutlinePlan>
      )}
      <SavedIdeas
        tool={outlineTool}
        title="Saved outlines"
        labelOf={({ asked, answer }) => asked.title || answer.overview.slice(0, 60)}
        onOpen={idea.open}
      />
    </div>
  );
}

interface FieldsProps {
  bind: (name: keyof OutlineForm) => {
    name: keyof OutlineForm;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
}

function OutlineFields({ bind }: FieldsProps) {
  return (
    <>
      <TextField label="Title" placeholder="The Salt Road" maxLength={300} {...bind('title')} />
      <TextArea
        label="What is your book about?"
        isOptional
        rows={3}
        maxLength={2000}
        placeholder="A lighthouse keeper who finds a letter addressed to her, dated tomorrow"
        {...bind('premise')}
      />
      <div className={styles['pair']}>
        <ChoiceField label="Genre" placeholder="Choose a genre" options={genreOptions} {...bind('genre')} />
        <TextField
          label="Length in words"
          type="number"
          inputMode="numeric"
          {...lengthBounds}
          step={1000}
          hint="From 10,000 to 200,000."
          {...bind('targetLength')}
        />
      </div>
    </>
  );
}
