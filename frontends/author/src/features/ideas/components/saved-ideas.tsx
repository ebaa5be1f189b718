import { useSession } from '@inkbear/web-kit/session.tsx';
import { useMemo } from 'react';
import { OlderRows } from '../../../ui/older-rows.tsx';
import { useAiResults } from '../../ai-tools/ai.api.ts';
import type { IdeaResult } from '../hooks/use-idea.ts';
import type { IdeaTool } from '../idea-tool.ts';
import { savedIdeas } from '../saved-ideas.ts';
import styles from './idea-lists.module.css';

interface Props<Form extends object, Answer> {
  tool: IdeaTool<Form, Answer>;
  /** The title of the list, e.g. `Saved titles`. */
  title: string;
  labelOf: (found: IdeaResult<Form, Answer>) => string;
  onOpen: (found: IdeaResult<Form, Answer>) => void;
}

/** Results of the last 30 days; opening one is free. */
export function SavedIdeas<Form extends object, Answer>({ tool, title, labelOf, onOpen }: Props<Form, Answer>) {
  const isSignedIn = useSession().state === 'signed-in';
  const { results, pages } = useAiResults({ kind: tool.kind }, isSignedIn);
  const saved = useMemo(() => savedIdeas(results, tool), [results, tool]);
  if (!isSignedIn || (saved.length === 0 && !pages.hasNextPage)) return null;
  return (
    <details className={styles['saved']}>
      <summary>
        {title} ({saved.length}
        {pages.hasNextPage && '+'})
      </summary>
      <p className={styles['note']}>Results are kept for 30 days. Opening one is free.</p>
      <ul role="list">
        {saved.map(({ id, at, found }) => (
          <li key={id}>
            <button type="button" onClick={() => onOpen(found)}>
              <span>{labelOf(found)}</span> <span className={styles['note']}>{at}</span>
            </button>
          </li>
        ))}
      </ul>
      <OlderRows pages={pages} label="Show older results" />
    </details>
  );
}
