import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { aiResultsQuery } from '../../ai-tools/ai.api.ts';
import type { IdeaResult } from '../hooks/use-idea.ts';
import type { IdeaTool } from '../idea-tool.ts';
import { keptIdeas } from '../kept-ideas.ts';
import styles from './ideas.module.css';

interface Props<Form extends object, Answer> {
  tool: IdeaTool<Form, Answer>;
  /** The title of the list, e.g. `Earlier titles`. */
  title: string;
  labelOf: (found: IdeaResult<Form, Answer>) => string;
  onOpen: (found: IdeaResult<Form, Answer>) => void;
}

/** Results of the last 30 days; opening one is free. */
export function KeptIdeas<Form extends object, Answer>({ tool, title, labelOf, onOpen }: Props<Form, Answer>) {
  const isSignedIn = useSession().state === 'signed-in';
  const list = aiResultsQuery({ kind: tool.kind });
  const { data } = useQuery({ ...list, enabled: isSignedIn });
  const kept = useMemo(() => keptIdeas(data ?? [], tool), [data, tool]);
  if (!isSignedIn || kept.length === 0) return null;
  return (
    <details className={styles['kept']}>
      <summary>
        {title} ({kept.length})
      </summary>
      <p className={styles['note']}>Results are kept for 30 days. Opening one is free.</p>
      <ul role="list">
        {kept.map(({ id, at, found }) => (
          <li key={id}>
            <button type="button" onClick={() => onOpen(found)}>
              <span>{labelOf(found)}</span> <span className={styles['note']}>{at}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
