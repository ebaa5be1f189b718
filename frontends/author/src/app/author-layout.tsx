import { Hints } from '@inkbear/ui-kit/hints.tsx';
import { Outlet } from 'react-router';
import { useLeftWords } from './use-left-words.ts';

/** What all of the author's pages have: words that were left go on their way, and the hints of buttons. */
export function AuthorLayout() {
  useLeftWords();
  return (
    <>
      <Outlet />
      <Hints />
    </>
  );
}
