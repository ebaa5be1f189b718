import { ReadAloud } from '../../../features/read-aloud/read-aloud.tsx';
import { useReadingSource } from '../../../manuscript/use-reading-source.ts';
import { type StoryToolContext, storyLanguage } from '../story-tool-context.ts';

/** The editor reads aloud more slowly than a finished page, for proofreading. */
const editorRate = 0.9;

export default function ReadAloudTool({ queue, editor }: StoryToolContext) {
  return <ReadAloud source={useReadingSource(queue, editor, storyLanguage)} defaultRate={editorRate} />;
}
