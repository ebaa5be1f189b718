import { BookInformationCard } from '../../../features/stories/components/book-information-card.tsx';
import { ExportOptionsCard } from '../../../features/stories/components/export-options-card.tsx';
import { StoryDetailsCard } from '../../../features/stories/components/story-details-card.tsx';
import { StoryInfoCard } from '../../../features/stories/components/story-info-card.tsx';
import { KeptList } from '../../../features/proposals/components/kept-list.tsx';
import type { StoryToolContext } from '../story-tool-context.ts';
import styles from './about-tool.module.css';

export default function AboutTool({
  story,
  manuscript,
  isWriting,
  onReopen,
  onInformation,
  onPdf,
  onText,
}: StoryToolContext) {
  return (
    <div className={styles['tool']}>
      <StoryInfoCard story={story} />
      <BookInformationCard story={story} onEdit={onInformation} />
      <ExportOptionsCard onPdf={onPdf} onText={onText} />
      <StoryDetailsCard story={story} />
      <KeptList manuscript={manuscript} isBusy={isWriting} onOpen={onReopen} />
    </div>
  );
}
