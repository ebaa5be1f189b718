import ArrowLeftOutlined from '@ant-design/icons-svg/es/asn/ArrowLeftOutlined';
import {
  missingAnswers,
  missingAnswersText,
  type StoryAnswers,
  type StoryTemplate,
} from '@inkbear/contracts/stories/story-templates';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFocusReturn } from '@inkbear/web-kit/use-focus-return.ts';
import { PromptField } from './prompt-field.tsx';
import styles from './templates.module.css';

interface Props {
  template: StoryTemplate;
  answers: StoryAnswers;
  isCreating: boolean;
  onChange: (answers: StoryAnswers) => void;
  onBack: () => void;
  onCreate: () => void;
  /** A notice above the form. */
  children?: ReactNode;
}

/** The questions of one template, with errors for missing required ones. */
export function TemplateForm({ template, answers, isCreating, onChange, onBack, onCreate, children }: Props) {
  const [wasSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const returnFocusTo = useFocusReturn(isCreating);
  const missing = missingAnswers(template.id, answers);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const [first] = missing;
    if (first === undefined) return onCreate();
    showToast({ title: 'Missing Information', description: missingAnswersText(missing), tone: 'destructive' });
    form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  };
  return (
    <div className={styles['formView']}>
      <PlainButton variant="quiet" onClick={onBack}>
        <Icon of={ArrowLeftOutlined} size={16} />
        Back to Templates
      </PlainButton>
      <header className={styles['formHead']}>
        <h1 ref={heading} tabIndex={-1} className={styles['formTitle']}>
          {template.title}
        </h1>
        <p className={styles['lead']}>{template.description}</p>
        <p className={styles['badges']}>
          <span className={styles['badge']}>{template.category}</span>
          <span className={styles['badge']}>Auto-saves as you type</span>
        </p>
      </header>
      {children}
      <form ref={form} noValidate className={styles['form']} aria-label={template.title} onSubmit={submit}>
        {template.prompts.map((prompt) => (
          <PromptField
            key={prompt.label}
            prompt={prompt}
            value={answers[prompt.label] ?? ''}
            isMissing={wasSubmitted && missing.includes(prompt.label)}
            onChange={(value) => onChange({ ...answers, [prompt.label]: value })}
          />
        ))}
        <div>
          <PlainButton
            type="submit"
            variant="primary"
            large
            disabled={isCreating}
            onClick={({ currentTarget }) => returnFocusTo(currentTarget)}
          >
            {isCreating ? 'Creating Story...' : 'Create Personal Story'}
          </PlainButton>
        </div>
      </form>
    </div>
  );
}
