import { GrammarPanel } from '../../../features/grammar/components/grammar-panel.tsx';
import { type StoryDesk, storyLanguage } from '../story-desk.ts';

export default function GrammarTool({ queue, editor, userId, canEdit }: StoryDesk) {
  return <GrammarPanel queue={queue} editor={editor} userId={userId} language={storyLanguage} canEdit={canEdit} />;
}
