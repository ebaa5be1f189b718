import { useSession } from '@inkbear/web-kit/session.tsx';
import { GrammarPanel } from '../../../features/grammar/components/grammar-panel.tsx';
import type { ToolContext } from '../tool-context.ts';

export default function GrammarTool({ book, current, queue, editor }: ToolContext) {
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
