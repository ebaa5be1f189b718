import { documentIdOf } from '../saving/manuscript.ts';
import type { ReactNode } from 'react';
import { MissedResult } from '../features/proposals/components/missed-result.tsx';
import type { SavedResult } from '../features/proposals/saved-results.ts';
import { ConflictPanel } from '../features/writing/components/conflict-panel.tsx';
import { ProseField } from '../features/writing/components/prose-field.tsx';
import { ProseReader } from '../features/writing/components/prose-reader.tsx';
import { SaveNotice } from '../features/writing/components/save-notice.tsx';
import { focusText } from '../features/writing/focus-text.ts';
import { useOtherTabs } from '../features/writing/hooks/use-other-tabs.ts';
import { useSaveStateValue } from '../features/writing/hooks/use-save-state-value.ts';
import styles from './manuscript-editor.module.css';
import { useOpenManuscript } from './open-manuscript.ts';
import { TextProposal, type UsageScope } from './text-proposal.tsx';

export interface ManuscriptProseProps {
  /** The book and chapter, or the story, whose AI counters a proposal uses. */
  scope: UsageScope;
  /** True for a saved result that the text already contains. */
  isInText?: (result: SavedResult) => boolean;
  /** Shown above everything else. */
  notice?: ReactNode;
  heading: ReactNode;
}

/** The scrolling column of the open chapter or story: notices, heading, text and proposal. */
export function ManuscriptProse({ scope, isInText, notice, heading }: ManuscriptProseProps) {
  const openManuscript = useOpenManuscript();
  const { manuscript, queue, language, proposalControl: control, plainEditor: editor, layout } = openManuscript;
  const conflict = useSaveStateValue(queue, (view) => view.conflict);
  const otherTabs = useOtherTabs(documentIdOf(manuscript), queue);
  const { proposal } = control;
  const label = `${openManuscript.title}, text`;
  return (
    <div className={styles['scroll']}>
      <div className={styles['prose']} data-proposal={proposal !== null}>
        {notice}
        <SaveNotice noun={manuscript.kind} queue={queue} otherTabs={otherTabs} />
        {proposal === null && conflict === null && (
          <MissedResult manuscript={manuscript} isInText={isInText} onOpen={openManuscript.reopenResult} />
        )}
        {conflict && (
          <ConflictPanel
            noun={manuscript.kind}
            conflict={conflict}
            onChoose={(choice) => {
              queue.resolve(choice);
              focusText(layout.isReadMode ? null : editor);
            }}
          />
        )}
        {heading}
        {layout.isReadMode && <ProseReader queue={queue} label={label} editor={editor} />}
        <ProseField
          onEditor={openManuscript.setEditor}
          queue={queue}
          label={label}
          language={language}
          isReadOnly={!openManuscript.canEdit}
          isHidden={layout.isReadMode}
        />
        {proposal && <TextProposal {...{ scope, manuscript, language, proposal, control, queue, editor }} />}
      </div>
    </div>
  );
}
