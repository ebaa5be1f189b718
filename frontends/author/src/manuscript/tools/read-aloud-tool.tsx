import { ReadAloud } from '../../features/read-aloud/read-aloud.tsx';
import { useOpenManuscript } from '../open-manuscript.ts';
import { useReadingSource } from '../use-reading-source.ts';

/** The editor reads aloud more slowly than a finished page, for proofreading. */
const editorRate = 0.9;

export default function ReadAloudTool() {
  const { queue, editor, language } = useOpenManuscript();
  return <ReadAloud source={useReadingSource(queue, editor, language)} defaultRate={editorRate} />;
}
