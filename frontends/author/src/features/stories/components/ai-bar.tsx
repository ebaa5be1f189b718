import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { storyLimitsQuery } from '../story-limits.api.ts';
import styles from './ai-bar.module.css';

export type StoryAction = 'generate' | 'enhance' | 'polish' | 'tone' | 'length';
interface Props {
  storyId: string;
  /** The story has no text yet. */
  isBlank: boolean;
  /** A request is running. */
  isBusy: boolean;
  onAct: (action: StoryAction) => void;
}

/** The AI buttons of a story. A used-up limit disables its button; without a plan, a click shows a toast. */
export function AiBar({ storyId, isBlank, isBusy, onAct }: Props) {
  const { data } = useQuery(storyLimitsQuery(storyId));
  /** @param usage the used-up limit, such as `2/2`; null while uses remain */
  const button = (action: StoryAction, label: string, usage: string | null = null) => (
    <PlainButton
      small
      variant={action === 'generate' ? 'primary' : 'plain'}
      disabled={isBusy || usage !== null}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onAct(action)}
    >
      {usage === null ? label : `${label} (${usage} used)`}
    </PlainButton>
  );
  return (
    <div className={styles['bar']} role="group" aria-label="AI tools">
      {isBlank &&
        button(
          'generate',
          'Generate Story',
          data && !data.canGenerate ? `${data.totalGenerations}/${data.maxGenerations}` : null,
        )}
      {button('enhance', 'Enhance Selection', data && !data.canEdit ? `${data.totalEdits}/${data.maxEdits}` : null)}
      {button('polish', 'Polish Story', data && !data.canPolish ? `${data.totalPolish}/${data.maxPolish}` : null)}
      {button('tone', 'Change Tone')}
      {button('length', 'Adjust Length')}
    </div>
  );
}
