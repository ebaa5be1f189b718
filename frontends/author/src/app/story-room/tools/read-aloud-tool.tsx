import { ReadAloud } from '../../../features/read-aloud/read-aloud.tsx';
import { useReadingSource } from '../../use-reading-source.ts';
import { type StoryDesk, storyLanguage } from '../story-desk.ts';

/** A draft is listened to more slowly than a finished page. */
const editorRate = 0.9;

export default function ReadAloudTool({ queue, editor }: StoryDesk) {
  return <ReadAloud source={useReadingSource(queue, editor, storyLanguage)} defaultRate={editorRate} />;
}
