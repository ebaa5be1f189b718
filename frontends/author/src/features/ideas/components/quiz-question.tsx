import type { Ref } from 'react';
import { type QuizForm, type QuizStep, quizSteps } from '../quiz.ts';
import styles from './quiz.module.css';

interface Props {
  step: number;
  question: QuizStep;
  form: QuizForm;
  heading: Ref<HTMLLegendElement>;
  error: string | undefined;
  onChoose: (field: QuizStep['field'], value: string) => void;
}

/** One step of the quiz, with checkboxes or radio buttons. */
export function QuizQuestion({
  step,
  question: { field, question, hint, choices },
  form,
  heading,
  error,
  onChoose,
}: Props) {
  const isOne = field === 'timeCommitment';
  const chosen: readonly string[] = isOne ? [form.timeCommitment] : form[field];
  return (
    <fieldset className={styles['question']} aria-describedby="quiz-hint">
      <legend ref={heading} tabIndex={-1}>
        <span className={styles['step']}>
          Step {step + 1} of {quizSteps.length}
        </span>{' '}
        {question}
      </legend>
      <div className={styles['steps']} aria-hidden>
        {quizSteps.map(({ field: each }, at) => (
          <span key={each} data-done={at <= step} />
        ))}
      </div>
      <p
        id="quiz-hint"
        role={error === undefined ? undefined : 'alert'}
        className={error === undefined ? styles['note'] : styles['missing']}
      >
        {error ?? hint}
      </p>
      <div className={styles['choices']} data-wide={isOne}>
        {choices.map(({ value, label, means }) => (
          <label key={value}>
            <input
              type={isOne ? 'radio' : 'checkbox'}
              name={field}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onChoose(field, value)}
            />
            <span>
              {label}
              {means !== undefined && <small>{means}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
