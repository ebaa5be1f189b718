import { plans } from '@inkbear/contracts/plans';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { isUsedUp, remainingText } from '@inkbear/web-kit/ai-limits.ts';
import { authPath } from '@inkbear/web-kit/unauthorised.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { aiLimitsQuery, aiStatusQuery } from '../../ai-tools/ai.api.ts';
import { type AccessLevel, useAccessLevel } from '../hooks/use-access-level.ts';
import styles from './ideas.module.css';

interface Props {
  /** What the button does, e.g. `Generate titles`. */
  action: string;
  isAsking: boolean;
  /** The form is empty. */
  isEmpty?: boolean;
  /** Shown before the button. */
  children?: ReactNode;
}

const monthly = plans.free.ideaCallsPerMonth;
const leadText: Readonly<Record<AccessLevel, string>> = {
  unknown: '',
  pro: '',
  free: 'Titles, quizzes and outlines share this limit.',
  lapsed: 'Your one-off plan has ended, so titles, quizzes and outlines share one limit, as on the free plan.',
  visitor: `Sign in to use it: ${monthly} titles, quizzes or outlines a month are free. Your entries are kept.`,
};

/** The submit button with cost and remaining uses; a visitor is asked to sign in. */
export function RequestFooter({ action, isAsking, isEmpty = false, children }: Props) {
  const accessLevel = useAccessLevel();
  const { pathname, search } = useLocation();
  const isKnown = accessLevel !== 'unknown' && accessLevel !== 'visitor';
  const { data: limits } = useQuery({ ...aiLimitsQuery({}), enabled: isKnown });
  const { data: ai } = useQuery(aiStatusQuery());
  const isLimitReached = isKnown && isUsedUp(limits, 'ideas');
  const remaining = isKnown && remainingText(limits, 'ideas', 'idea request');
  return (
    <div className={styles['foot']}>
      <div className={styles['actions']}>
        {children}
        {accessLevel === 'visitor' ? (
          <ButtonLink variant="primary" large to={authPath(pathname + search)}>
            Sign in to {action.charAt(0).toLowerCase() + action.slice(1)}
          </ButtonLink>
        ) : (
          <PlainButton
            type="submit"
            variant="primary"
            large
            disabled={isEmpty || isAsking || isLimitReached || !isKnown}
          >
            {action}
          </PlainButton>
        )}
      </div>
      <p className={styles['note']}>
        {[remaining, leadText[accessLevel]].filter(Boolean).join(' ')}{' '}
        {isLimitReached && <Link to="/pricing">Pro has no fixed limit.</Link>}
      </p>
      {ai?.provider === 'offline' && (
        <p className={styles['note']}>
          No AI model is connected here: the offline text generator builds its answers from your entries with fixed
          patterns.
        </p>
      )}
    </div>
  );
}
