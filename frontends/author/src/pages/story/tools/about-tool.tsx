import { SavedList } from '../../../features/proposals/components/saved-list.tsx';
import { BookInformationCard } from '../../../features/stories/components/book-information-card.tsx';
import { ExportOptionsCard } from '../../../features/stories/components/export-options-card.tsx';
import { StoryDetailsCard } from '../../../features/stories/components/story-details-card.tsx';
import { StoryInfoCard } from '../../../features/stories/components/story-info-card.tsx';
import { exportPdf, exportText } from '../../../features/stories/export-story.ts';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenStory } from '../open-story.ts';
import styles from './about-tool.module.css';

export default function AboutTool() {
  const { manuscript, queue, isAiRunning, reopenResult } = useOpenManuscript();
  const { story, onInformation } = useOpenStory();
  return (
    <div className={styles['tool']}>
      <StoryInfoCard story={story} />
      <BookInformationCard story={story} onEdit={onInformation} />
      <ExportOptionsCard
        onPdf={() => void exportPdf(story, queue)}
        onText={() => exportText({ title: story.title, content: queue.text.toString() })}
      />
      <StoryDetailsCard story={story} />
      <SavedList manuscript={manuscript} isBusy={isAiRunning} onOpen={reopenResult} />
    </div>
  );
}
