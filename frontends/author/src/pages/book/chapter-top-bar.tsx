import { useNavigate } from 'react-router-dom';
import { useMentionsPreference } from '../../features/bible/mentions-preference.ts';
import { ChapterStepper } from '../../features/chapters/components/chapter-stepper.tsx';
import { ManuscriptTopBar, manuscriptMenuItems } from '../../manuscript/manuscript-top-bar.tsx';
import { useOpenManuscript } from '../../manuscript/open-manuscript.ts';
import { chapterActions, settingsLink } from './chapter-actions.ts';
import { useOpenChapter } from './open-chapter.ts';
import { SidebarButton } from './sidebar-button.tsx';
import { reloadWhenSaved } from './reload-when-saved.ts';
import { chapterTools } from './tool-list.ts';

/** The top bar of an open chapter, with the links to its neighbours. */
export function ChapterTopBar({ onShowSidebar }: { onShowSidebar: (() => void) | null }) {
  const navigate = useNavigate();
  const openManuscript = useOpenManuscript();
  const chapter = useOpenChapter();
  const areMentionsMarked = useMentionsPreference();
  const { book, chapters, current, onOpen } = chapter;
  return (
    <ManuscriptTopBar
      back={{ to: '/dashboard', label: 'Back to the dashboard' }}
      menuItems={[
        ...manuscriptMenuItems(
          chapterActions(openManuscript, chapter, areMentionsMarked),
          chapterTools,
          openManuscript.layout,
        ),
        { type: 'divider' },
        {
          key: 'settings',
          label: settingsLink.label,
          onClick: () => void navigate(settingsLink.path(book.id)),
        },
      ]}
      sidebarButton={onShowSidebar && <SidebarButton onShowSidebar={onShowSidebar} />}
    >
      <ChapterStepper
        chapters={chapters}
        current={current}
        onOpen={onOpen}
        onReload={() => void reloadWhenSaved(chapter.flush)}
      />
    </ManuscriptTopBar>
  );
}
