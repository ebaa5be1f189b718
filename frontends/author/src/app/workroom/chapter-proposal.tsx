import { getAiStatus, getLimits } from '@inkbear/contracts/ai/limit';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { read } from '@inkbear/web-kit/read.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useQuery } from '@tanstack/react-query';
import { generatedWords } from '../../features/proposals/api/write-chapter.ts';
import { ProposalCard } from '../../features/proposals/components/proposal-card.tsx';
import { leftText } from '../../features/proposals/limits.ts';
import type { Proposal } from '../../features/proposals/proposal.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';
import { useSaveFact } from '../../features/writing/hooks/use-save-view.ts';

interface Props {
  book: Book;
  chapter: Chapter;
  proposal: Proposal;
  isEnhanced: boolean;
  queue: SaveQueue;
  editor: ProseEditor | null;
  stop: () => void;
  drop: () => void;
  onTryAgain: (variantOf?: string) => void;
}

/** Brings the proposal and the text together; accepting is one change with its origin, and one undo away from before. */
export function ChapterProposal({ book, chapter, proposal, isEnhanced, queue, editor, stop, drop, onTryAgain }: Props) {
  const { data: limits } = useQuery(read(getLimits, { query: { bookId: book.id, chapterId: chapter.id } }));
  const { data: status } = useQuery(read(getAiStatus));
  // Compared with the text as it is now, also when the author types on.
  useSaveFact(queue, ({ words, rev }) => `${words}:${rev}`);
  const resultId = proposal.state === 'ready' ? proposal.resultId : undefined;
  const accept = (place: 'whole' | 'below') => {
    editor?.accept(proposal.text, place, resultId ?? null);
    drop();
    toast({ title: 'Accepted', description: 'Your text from before is in the history.', action: { label: 'Undo', run: () => editor?.undo() } });
  };
  return (
    <ProposalCard
      proposal={proposal} before={queue.text.toString()} isOffline={status?.provider === 'offline'} left={leftText(limits, 'chapter.generate', 'generation')}
      asked={`${isEnhanced ? 'Write with the outline’s characters' : 'Write'}: “${chapter.title}”, about ${generatedWords.toLocaleString('en-GB')} words.`}
      onAccept={accept} onStop={stop} onDiscard={drop} onTryAgain={() => onTryAgain(resultId)}
    />
  );
}
