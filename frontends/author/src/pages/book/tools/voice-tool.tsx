import { VoicePanel } from '../../../features/voice/components/voice-panel.tsx';
import { useOpenChapter } from '../open-chapter.ts';

export default function VoiceTool() {
  const { book, chapters, current, onOpen } = useOpenChapter();
  return <VoicePanel bookId={book.id} chapters={chapters} currentId={current.id} onOpen={onOpen} />;
}
