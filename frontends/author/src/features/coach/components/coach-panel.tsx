import { limits } from '@inkbear/contracts/plans';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { counted } from '@inkbear/web-kit/counted.ts';
import { dayAndMonth } from '@inkbear/web-kit/format.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { aiStatusQuery, coachingStatusQuery } from '../../ai-tools/ai.api.ts';
import { coachFailure, type CoachTarget, useCoach } from '../coach.api.ts';
import { AdviceView, SavedAnswers } from './advice-view.tsx';
import styles from './coach-panel.module.css';

const maxLength = limits.coachingQuestionCharacters;

/** Unsent questions by chapter, which survive closing the panel and a reload. */
const questions = new SessionStore<string>({
  persistence: { name: 'questions', toJson: (question) => question, fromJson: String },
});

/** Questions about the open chapter, limited per month. */
export function CoachPanel(target: CoachTarget) {
  const { data: plan, isError, refetch } = usePlanStatus();
  const isPro = plan !== undefined && plan.isActive && plan.plan !== 'free';
  const status = useQuery({ ...coachingStatusQuery(), enabled: isPro });
  if (plan === undefined && isError) return <NotLoaded what="Your plan" onRetry={() => void refetch()} />;
  if (plan === undefined || (isPro && status.isPending)) return <SkeletonLines count={4} />;
  if (!isPro) return <NeedsPro />;
  if (status.data === undefined)
    return <NotLoaded what="The number of questions left" onRetry={() => void status.refetch()} />;
  return (
    <Coach
      key={target.chapter.id}
      target={target}
      remaining={status.data.remaining}
      resetsOn={dayAndMonth(status.data.resetsAt, 'UTC')}
    />
  );
}

const NotLoaded = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <p className={styles['note']}>
    {what} could not be loaded.{' '}
    <button type="button" className={styles['link']} onClick={onRetry}>
      Try again
    </button>
  </p>
);

function NeedsPro() {
  return (
    <div className={styles['panel']}>
      <h3>Writing Coach (Pro Required)</h3>
      <p className={styles['note']}>
        The writing coach requires a Pro subscription. It reads the open chapter and answers five questions a month:
        what works, what could be better, what to try next.
      </p>
      <ButtonLink variant="primary" to="/pricing">
        See plans
      </ButtonLink>
    </div>
  );
}

function Coach({ target, remaining, resetsOn }: { target: CoachTarget; remaining: number; resetsOn: string }) {
  const question = useSessionValue(questions, target.chapter.id) ?? '';
  const setQuestion = (typed: string) => questions.set(target.chapter.id, typed === '' ? undefined : typed);
  // Text that was typed since the question was sent stays in the field.
  const request = useCoach(target, (sentQuestion) => {
    if (questions.get(target.chapter.id)?.trim() === sentQuestion) setQuestion('');
  });
  const isBlank = question.trim() === '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBlank)
      return showToast({
        title: 'Question Required',
        description: 'Please enter a specific question about your writing.',
        tone: 'destructive',
      });
    if (!request.isPending && remaining > 0) request.mutate(question.trim());
  };
  return (
    <div className={styles['panel']}>
      <p className={styles['note']}>
        Ask one specific question about this chapter. The coach reads all of it and changes nothing.
      </p>
      {remaining === 0 && <LimitReached resetsOn={resetsOn} />}
      <form className={styles['form']} onSubmit={submit} aria-label="Question for the coach">
        <TextArea
          label="Your question"
          placeholder="Is it clear why Ida stays silent?"
          maxLength={maxLength}
          rows={3}
          value={question}
          disabled={remaining === 0}
          onChange={(event) => setQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
        <div className={styles['under']}>
          <span className={styles['note']}>
            {counted(remaining, 'question')} left this month. Resets on {resetsOn}.
          </span>
          <span className={styles['count']} aria-label={`${maxLength - question.length} characters left`}>
            {maxLength - question.length}
          </span>
        </div>
        <div className={styles['actions']}>
          <PlainButton variant="primary" type="submit" disabled={isBlank || request.isPending || remaining === 0}>
            {request.isPending ? 'Reading your chapter…' : 'Ask the coach'}
          </PlainButton>
          {request.isPending && <PlainButton onClick={request.stop}>Stop</PlainButton>}
        </div>
      </form>
      <Reply request={request} />
      <SavedAnswers chapterId={target.chapter.id} except={request.data?.resultId ?? null} />
    </div>
  );
}

/** The reply to the question, or its loading or error state. */
function Reply({ request }: { request: ReturnType<typeof useCoach> }) {
  const { data: ai } = useQuery(aiStatusQuery());
  return (
    <div role="status">
      {request.isPending && <SkeletonLines count={5} />}
      {request.isError && <p className={styles['error']}>{coachFailure(request.error)}</p>}
      {!request.isPending && request.data && (
        <AdviceView advice={request.data} question={request.variables} isOffline={ai?.provider === 'offline'} />
      )}
    </div>
  );
}

function LimitReached({ resetsOn }: { resetsOn: string }) {
  return (
    <section className={styles['limit']} aria-labelledby="coach-limit">
      <h3 id="coach-limit">Monthly Coaching Limit Reached</h3>
      <p>You have used all questions for this month. You get new ones on {resetsOn}.</p>
      <ButtonLink to="/pricing">Upgrade or compare plans</ButtonLink>
    </section>
  );
}
