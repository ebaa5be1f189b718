import type { Command } from '@inkbear/web-kit/remote-contract.ts';
import { type ReactNode, useEffect } from 'react';
import { SessionGoal } from '../features/session-goal/session-goal.tsx';
import { ShortcutsDialog } from '../features/shortcuts/shortcuts-dialog.tsx';
import { editorCommands } from './editor-commands.ts';
import styles from './manuscript-editor.module.css';
import { ManuscriptProse, type ManuscriptProseProps } from './manuscript-prose.tsx';
import { type OpenManuscript, OpenManuscriptProvider } from './open-manuscript.ts';
import type { Tool } from './tool.ts';
import { ToolSidebar } from './tool-sidebar.tsx';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';

interface Props extends ManuscriptProseProps {
  /** From `useManuscriptEditor`. */
  openManuscript: OpenManuscript;
  tools: readonly Tool[];
  /** Lists the commands of the palette while this editor is open. */
  listCommands: () => readonly Command[];
  topBar: ReactNode;
  bottomBar: ReactNode;
  /** Between the top bar and the text. */
  toolbar?: ReactNode;
}

/** The editor of an open chapter or story: top bar, text and one tool beside it. */
export function ManuscriptEditor({ openManuscript, tools, listCommands, topBar, bottomBar, toolbar, ...prose }: Props) {
  const { manuscript, layout } = openManuscript;
  useEffect(() => editorCommands.offer(listCommands));
  useEditorShortcuts({
    onSave: openManuscript.saveNow,
    onFind: () => layout.openTool('search'),
    onShortcuts: () => layout.setDialog('shortcuts'),
  });
  return (
    <OpenManuscriptProvider value={openManuscript}>
      <div className={styles['centre']}>
        {topBar}
        {toolbar}
        <SessionGoal
          userId={openManuscript.userId}
          onTyped={openManuscript.plainEditor?.onTyped ?? null}
          isFormOpen={layout.dialog === 'goal'}
          onFormClose={() => layout.setDialog(null)}
        />
        <ManuscriptProse {...prose} />
        {bottomBar}
      </div>
      {!layout.isFocusMode && <ToolSidebar tools={tools} />}
      {layout.dialog === 'shortcuts' && (
        <ShortcutsDialog hasChapters={manuscript.kind === 'chapter'} onClose={() => layout.setDialog(null)} />
      )}
    </OpenManuscriptProvider>
  );
}
