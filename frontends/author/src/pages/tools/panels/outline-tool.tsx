import { OutlinePlanner } from '../../../features/ideas/components/outline-planner.tsx';
import { prefillIdea } from '../../../features/ideas/hooks/use-idea.ts';
import { outlineTool } from '../../../features/ideas/outline.ts';
import { BookOfOutline } from '../book-of-outline.tsx';
import { knownGenre } from '../known-genre.ts';
import { usePrefillParams } from '../use-prefill-params.ts';

const names = ['title', 'genre', 'targetLength'] as const;

export default function OutlineTool() {
  usePrefillParams(names, ({ title = '', genre, targetLength }) =>
    prefillIdea(outlineTool, {
      title,
      genre: knownGenre(genre) ?? '',
      ...(targetLength === undefined ? {} : { targetLength }),
    }),
  );
  return <OutlinePlanner renderActions={(planned) => <BookOfOutline planned={planned} />} />;
}
