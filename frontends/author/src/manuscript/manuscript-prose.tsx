import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { documentIdOf } from '@inkbear/web-kit/saving/manuscript.ts';
import type { ReactNode } from 'react';
import { MissedResult } from '../features/proposals/components/missed-result.tsx';
import type { ProposalControl } from '../features/proposals/hooks/use-proposal.ts';
import type { KeptResult } from '../features/proposals/kept-results.ts';
import { ConflictPanel } from '../features/writing/components/conflict-panel.tsx';
import { ProseField } from '../features/writing/components/prose-field.tsx';
import { ProseReader } from '../features/writing/components/prose-reader.tsx';
import { SaveNotice } from '../features/writing/components/save-notice.tsx';
import { useOtherTabs } from '../features/writing/hooks/use-other-tabs.ts';
import { useSaveFact } from '../features/writing/hooks/use-save-fact.ts';
import type { ProseEditor } from '../features/writing/prose-editor.ts';
import styles from './manuscript-editor.module.css';
import { TextProposal, type UsageScope } from './text-proposal.tsx';

interface Props {
  manuscript: Manuscript;
  queue: SaveQueue;
  title: string;
  /** BCP 47, of the text. */
  language: string;
  /** The book and chapter, or the story, whose AI counters a proposal uses. */
  scope: UsageScope;
  control: ProposalControl;
  editor: ProseEditor | null;
  onEditor: (editor: ProseEditor | null) => void;
  isReading: boolean;
  canEdit: boolean;
  onReopen: (result: KeptResult) => void;
  /** True for a kept result that the text already contains. */
  isInText?: (result: KeptResult) => boolean;
  /** Shown above everything else. */
  notice?: ReactNode;
  heading: ReactNode;
}

/** The scrolling column of an open chapter or story: notices, heading, text and proposal. */
export function ManuscriptProse({ manuscript, queue, title, language, control, editor, isReading, ...rest }: Props) {
  const conflict = useSaveFact(queue, (view) => view.conflict);
  const otherTabs = useOtherTabs(documentIdOf(manuscript), queue);
  const { proposal } = control;
  const label = `${title}, text`;
  return (
    <div className={styles['scroll']}>
      <div className={styles['prose']} data-proposal={proposal !== null}>
        {rest.notice}
        <SaveNotice noun={manuscript.kind} queue={queue} otherTabs={otherTabs} />
        {proposal === null && conflict === null && (
          <MissedResult manuscript={manuscript} isInText={rest.isInText} onOpen={rest.onReopen} />
        )}
        {conflict && (
          <ConflictPanel noun={manuscript.kind} conflict={conflict} onChoose={(choice) => queue.resolve(choice)} />
        )}
        {rest.heading}
        {isReading && <ProseReader queue={queue} label={label} editor={editor} />}
        <ProseField
          onEditor={rest.onEditor}
          queue={queue}
          label={label}
          language={language}
          isReadOnly={!rest.canEdit || conflict !== null}
          isHidden={isReading}
        />
        {proposal && (
          <TextProposal scope={rest.scope} {...{ manuscript, language, proposal, control, queue, editor }} />
        )}
      </div>
    </div>
  );
}
