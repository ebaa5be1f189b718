import type { Story } from '@inkbear/contracts/stories/story';
import { storyTemplate } from '@inkbear/contracts/stories/story-templates';
import { SideCard } from '../../../ui/side-card.tsx';
import styles from './story-side.module.css';

/** The answers that the story was created from, in form order. */
export function StoryDetailsCard({ story }: { story: Story }) {
  const answered = storyTemplate(story.storyType).prompts.filter(
    ({ label }) => (story.formData[label] ?? '').trim() !== '',
  );
  return (
    <SideCard level={3} title="Story Details">
      <dl className={styles['answers']}>
        {answered.map(({ label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{story.formData[label]}</dd>
          </div>
        ))}
      </dl>
    </SideCard>
  );
}
