import { GrammarPanel } from '../../features/grammar/components/grammar-panel.tsx';
import { useOpenManuscript } from '../open-manuscript.ts';

export default function GrammarTool() {
  const { queue, editor, userId, language, canEdit } = useOpenManuscript();
  return <GrammarPanel {...{ queue, editor, userId, language, canEdit }} />;
}
