import { ChapterStepper } from '../../features/chapters/components/chapter-stepper.tsx';
import { ManuscriptTopBar } from '../../manuscript/manuscript-top-bar.tsx';
import { useOpenManuscript } from '../../manuscript/open-manuscript.ts';
import { useChapterMenu } from './chapter-menu.ts';
import { useOpenChapter } from './open-chapter.ts';
import { reloadWhenSaved } from './reload-when-saved.ts';
import { SidebarButton } from './sidebar-button.tsx';

/** The top bar of an open chapter, with the links to its neighbours. */
export function ChapterTopBar({ onShowSidebar }: { onShowSidebar: (() => void) | null }) {
  const { hasBottomBar } = useOpenManuscript().layout;
  const { chapters, current, onOpen, flush } = useOpenChapter();
  return (
    <ManuscriptTopBar
      back={{ to: '/dashboard', label: 'Back to the dashboard' }}
      menuItems={useChapterMenu()}
      sidebarButton={onShowSidebar && !hasBottomBar && <SidebarButton onShowSidebar={onShowSidebar} />}
    >
      <ChapterStepper
        chapters={chapters}
        current={current}
        onOpen={onOpen}
        onReload={() => void reloadWhenSaved(flush)}
      />
    </ManuscriptTopBar>
  );
}
