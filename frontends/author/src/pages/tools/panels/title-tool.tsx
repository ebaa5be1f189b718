import { TitleFinder } from '../../../features/ideas/components/title-finder.tsx';
import { prefillIdea } from '../../../features/ideas/hooks/use-idea.ts';
import { titleTool } from '../../../features/ideas/titles.ts';
import { parseGenre } from '../parse-genre.ts';
import { toolPath } from '../tool-path.ts';
import { usePrefillParams } from '../use-prefill-params.ts';

const names = ['topic', 'genre'] as const;

export default function TitleTool() {
  usePrefillParams(names, ({ topic = '', genre }) =>
    prefillIdea(titleTool, { topic, genre: parseGenre(genre) ?? 'general' }),
  );
  return (
    <TitleFinder
      toolLinks={{
        outline: (title, { topic, genre }) => toolPath('outline-generator', { title, genre, premise: topic }),
        book: (title, { topic, genre }) => toolPath('new-book', { title, genre, outline: topic }),
      }}
    />
  );
}
