import { useNavigate } from 'react-router-dom';
import { ChapterStepper } from '../../features/chapters/components/chapter-stepper.tsx';
import { ManuscriptTopBar, manuscriptMenuItems } from '../../manuscript/manuscript-top-bar.tsx';
import { chapterActions, type ChapterActionContext } from './chapter-actions.ts';
import { RailButton } from './rail-button.tsx';
import { reloadWhenSaved } from './reload-when-saved.ts';
import { tools } from './tool-list.ts';

type Props = ChapterActionContext & { onShowRail: (() => void) | null };

/** The top bar of an open chapter, with the links to its neighbours. */
export function ChapterTopBar({ onShowRail, ...context }: Props) {
  const navigate = useNavigate();
  const { book, chapters, current, queue, isFocused, isReading, onFocusMode, onReading, onTool, onOpen } = context;
  return (
    <ManuscriptTopBar
      noun="chapter"
      title={current.title}
      back={{ to: '/dashboard', label: 'Back to the dashboard' }}
      menuItems={[
        ...manuscriptMenuItems(chapterActions(context), tools, onTool),
        { type: 'divider' as const },
        {
          key: 'settings',
          label: 'Book settings and export',
          onClick: () => void navigate(`/book/${book.id}?tab=settings`),
        },
      ]}
      railButton={onShowRail && <RailButton onShowRail={onShowRail} />}
      {...{ queue, isFocused, isReading, onFocusMode, onReading }}
    >
      <ChapterStepper
        chapters={chapters}
        current={current}
        onOpen={onOpen}
        onReload={() => void reloadWhenSaved(context.flush)}
      />
    </ManuscriptTopBar>
  );
}
