import { useSession } from '@inkbear/web-kit/session.tsx';
import { GrammarPanel } from '../../../features/grammar/components/grammar-panel.tsx';
import type { DeskView } from '../desk-view.ts';

export default function GrammarTool({ book, current, queue, editor }: DeskView) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <GrammarPanel
      key={current.id}
      queue={queue}
      editor={editor}
      userId={user.id}
      language={book.language}
      canEdit={book.canEdit}
    />
  );
}
