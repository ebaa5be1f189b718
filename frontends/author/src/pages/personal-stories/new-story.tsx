import type { StoryAnswers, StoryTemplate } from '@inkbear/contracts/stories/story-templates';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateStory } from '../../features/stories/stories.api.ts';
import { TemplateForm } from '../../features/story-templates/components/template-form.tsx';
import { storyDraft } from '../../features/story-templates/story-draft.ts';
import { NeedsPlan } from './needs-plan.tsx';
import styles from './personal-stories.module.css';

interface Props {
  userId: string;
  template: StoryTemplate;
  /** Sample answers, shown instead of the author's draft. */
  sample: StoryAnswers | null;
  onLeave: () => void;
}

/** The form of one template. Its draft is stored on this device on every keystroke; a sample never overwrites it. */
export function NewStory({ userId, template, sample, onLeave }: Props) {
  const navigate = useNavigate();
  const [draft] = useState(() => storyDraft.read(userId, template.id));
  const [answers, setAnswers] = useState<StoryAnswers>(() => sample ?? draft ?? {});
  const [isSample, setIsSample] = useState(sample !== null);
  /** A draft exists while the sample is shown; changes of the sample must not overwrite it. */
  const isDraftProtected = isSample && draft !== null;
  const creation = useCreateStory({
    onOpen: ({ id }) => void navigate(`/story/${id}`),
    onCreated: () => {
      if (!isDraftProtected) storyDraft.save(userId, template.id, null);
      onLeave();
    },
  });
  const change = (next: StoryAnswers) => {
    setAnswers(next);
    if (!isDraftProtected) storyDraft.save(userId, template.id, next);
  };
  const backToDraft = () => {
    setAnswers(draft ?? {});
    setIsSample(false);
  };
  return (
    <TemplateForm
      template={template}
      answers={answers}
      isCreating={creation.isPending}
      onChange={change}
      onBack={onLeave}
      onCreate={() => creation.mutate({ type: template.id, answers })}
    >
      <NeedsPlan />
      {isDraftProtected && (
        <div className={styles['note']}>
          <p>
            This is the sample. Your own draft is unchanged; your changes here are not saved until you create the story.
          </p>
          <PlainButton small onClick={backToDraft}>
            Back to my draft
          </PlainButton>
        </div>
      )}
    </TemplateForm>
  );
}
