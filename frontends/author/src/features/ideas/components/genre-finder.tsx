import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '../failure.ts';
import { useIdeaFocus } from '../hooks/use-idea-focus.ts';
import { useIdea } from '../hooks/use-idea.ts';
import {
  choose,
  firstUnansweredStep,
  isStepAnswered,
  lastStep,
  nameOfGenre,
  type QuizStep,
  quizSteps,
  quizTool,
} from '../quiz.ts';
import { RequestFooter } from './request-footer.tsx';
import { GenreAnswer, type GenreLinks } from './genre-answer.tsx';
import { IdeaWait } from './idea-wait.tsx';
import styles from './ideas.module.css';
import { SavedIdeas } from './saved-ideas.tsx';
import { QuizQuestion } from './quiz-question.tsx';

/** The genre quiz in four steps. */
export function GenreFinder({ toolLinks }: { toolLinks: GenreLinks }) {
  const { form, found, asking, error, ...idea } = useIdea(quizTool);
  const tool = useIdeaFocus(asking !== null, found);
  const [isMissing, setMissing] = useState(false);
  const step = Math.min(lastStep, Math.max(0, form.step));
  const go = (to: number) => {
    setMissing(false);
    idea.change({ step: to });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isStepAnswered(form, step)) setMissing(true);
    if (step < lastStep) return isStepAnswered(form, step) && go(step + 1);
    const unanswered = firstUnansweredStep(form);
    if (unanswered === null) return idea.ask();
    showToast({
      title: 'Incomplete Quiz',
      description: `Step ${unanswered + 1} has no answer yet. Please choose at least one.`,
      tone: 'destructive',
    });
    if (unanswered !== step) go(unanswered);
  };
  const heading = useFocusOnChange(found ? null : step);
  return (
    <div ref={tool} className={styles['tool']}>
      {asking && <IdeaWait text="Looking for your genre…" since={asking.since} onStop={idea.stop} />}
      {!asking && found && <GenreAnswer answer={found.answer} toolLinks={toolLinks} onRestart={idea.restart} />}
      {!asking && !found && (
        <form noValidate className={styles['form']} aria-label="Genre quiz" onSubmit={submit}>
          <QuizQuestion
            step={step}
            question={quizSteps[step] as QuizStep}
            form={form}
            heading={heading}
            error={isMissing ? 'Please choose at least one' : undefined}
            onChoose={(field, value) => {
              setMissing(false);
              idea.change(choose(form, field, value));
            }}
          />
          <StepButtons step={step} onBack={() => go(step - 1)} />
        </form>
      )}
      {!asking && error !== null && (
        <p role="alert" className={styles['error']}>
          {failureText(quizTool, error)}
        </p>
      )}
      <SavedIdeas
        tool={quizTool}
        title="Saved results"
        labelOf={({ answer }) => nameOfGenre(answer.recommendedGenre)}
        onOpen={idea.open}
      />
    </div>
  );
}

function StepButtons({ step, onBack }: { step: number; onBack: () => void }) {
  const back = (
    <PlainButton large onClick={onBack}>
      Back
    </PlainButton>
  );
  if (step === lastStep)
    return (
      <RequestFooter action="See my genre" isAsking={false}>
        {back}
      </RequestFooter>
    );
  return (
    <div className={styles['actions']}>
      {step > 0 && back}
      <PlainButton type="submit" variant="primary" large>
        Next
      </PlainButton>
    </div>
  );
}

/**
 * Focuses the heading when another step is shown, so that screen readers announce it; not on page load. `step` is null
 * while a result is shown.
 */
function useFocusOnChange(step: number | null) {
  const heading = useRef<HTMLLegendElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}
