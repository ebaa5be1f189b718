import { GenreFinder } from '../../../features/ideas/components/genre-finder.tsx';
import { toolPath } from '../tool-path.ts';

export default function GenreTool() {
  return (
    <GenreFinder
      toolLinks={{
        titles: (genre) => toolPath('title-generator', { genre }),
        book: (genre) => toolPath('new-book', { genre }),
      }}
    />
  );
}
