import type { Story } from '@inkbear/contracts/stories/story';
import { limits as fixed } from '@inkbear/contracts/plans';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { FactList, SideCard } from '../../../ui/side-card.tsx';
import { storyLimitsQuery } from '../story-limits.api.ts';
import { typeTitle } from '../story-facts.ts';

/** The type of the story and its AI usage; shows the server's count once it is loaded. */
export function StoryInfoCard({ story }: { story: Story }) {
  const { data } = useQuery(storyLimitsQuery(story.id));
  const { perStory } = fixed;
  return (
    <SideCard level={3} title="Story Info">
      <FactList>
        <div>
          <dt>Type</dt>
          <dd>{typeTitle(story)}</dd>
        </div>
        <div>
          <dt>Target length</dt>
          <dd>{wordsText(story.targetWordCount)}</dd>
        </div>
        <div>
          <dt>AI generations</dt>
          <dd>
            {data?.totalGenerations ?? story.aiGeneratedCount}/{data?.maxGenerations ?? perStory.generate}
          </dd>
        </div>
        <div>
          <dt>Enhancements</dt>
          <dd>
            {data?.totalEdits ?? story.aiEditCount}/{data?.maxEdits ?? perStory.enhance}
          </dd>
        </div>
        <div>
          <dt>Polishes</dt>
          <dd>
            {data?.totalPolish ?? story.polishCount}/{data?.maxPolish ?? perStory.polish}
          </dd>
        </div>
      </FactList>
    </SideCard>
  );
}
