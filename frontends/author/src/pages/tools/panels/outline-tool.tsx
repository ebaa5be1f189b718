import { OutlinePlanner } from '../../../features/ideas/components/outline-planner.tsx';
import { prefillIdea } from '../../../features/ideas/hooks/use-idea.ts';
import { outlineTool } from '../../../features/ideas/outline.ts';
import { CreateBookFromOutline } from '../create-book-from-outline.tsx';
import { parseGenre } from '../parse-genre.ts';
import { usePrefillParams } from '../use-prefill-params.ts';

const names = ['title', 'genre', 'targetLength', 'premise'] as const;

export default function OutlineTool() {
  usePrefillParams(names, ({ title = '', genre, targetLength, premise = '' }) =>
    prefillIdea(outlineTool, {
      title,
      genre: parseGenre(genre) ?? '',
      premise,
      ...(targetLength === undefined ? {} : { targetLength }),
    }),
  );
  return <OutlinePlanner renderActions={(planned) => <CreateBookFromOutline planned={planned} />} />;
}
