import { GrammarPanel } from '../../../features/grammar/components/grammar-panel.tsx';
import { type StoryToolContext, storyLanguage } from '../story-tool-context.ts';

export default function GrammarTool({ queue, editor, userId, canEdit }: StoryToolContext) {
  return <GrammarPanel queue={queue} editor={editor} userId={userId} language={storyLanguage} canEdit={canEdit} />;
}
