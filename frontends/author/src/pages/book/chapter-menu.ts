import { useNavigate } from 'react-router-dom';
import { useMentionsPreference } from '../../features/bible/mentions-preference.ts';
import { manuscriptMenuItems } from '../../manuscript/manuscript-top-bar.tsx';
import { useOpenManuscript } from '../../manuscript/open-manuscript.ts';
import type { MenuItem } from '../../ui/overlays/antd-overlays.tsx';
import { chapterActions, settingsLink } from './chapter-actions.ts';
import { useOpenChapter } from './open-chapter.ts';
import { chapterTools } from './tool-list.ts';

/** The menu of the open chapter. */
export function useChapterMenu(): readonly MenuItem[] {
  const navigate = useNavigate();
  const openManuscript = useOpenManuscript();
  const chapter = useOpenChapter();
  const areMentionsMarked = useMentionsPreference();
  return [
    ...manuscriptMenuItems(
      chapterActions(openManuscript, chapter, areMentionsMarked),
      chapterTools,
      openManuscript.layout,
    ),
    { type: 'divider' },
    {
      key: 'settings',
      label: settingsLink.label,
      onClick: () => void navigate(settingsLink.path(chapter.book.id)),
    },
  ];
}
