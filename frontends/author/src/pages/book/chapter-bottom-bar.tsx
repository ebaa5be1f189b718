import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined';
import { BottomBar, BottomBarButton } from '../../manuscript/bottom-bar.tsx';
import { useChapterMenu } from './chapter-menu.ts';
import { chapterTools } from './tool-list.ts';

const tools = chapterTools.filter(({ id }) => id === 'ai' || id === 'search');

/** The bottom bar of an open chapter, which shows the list of chapters too. */
export function ChapterBottomBar({ onShowSidebar }: { onShowSidebar: (() => void) | null }) {
  return (
    <BottomBar tools={tools} menuItems={useChapterMenu()}>
      {onShowSidebar && (
        <BottomBarButton label="Book and chapters" text="Chapters" icon={MenuOutlined} onClick={onShowSidebar} />
      )}
    </BottomBar>
  );
}
