import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useNavigate } from 'react-router-dom';
import type { PlannedBook } from '../../features/ideas/outline.ts';
import { useCreateBook } from '../../features/books/books.api.ts';
import { AllowanceNote } from '../../features/books/components/allowance-note.tsx';
import { CreatingBook } from '../../features/books/components/creating-book.tsx';
import { prefillNewBook } from '../../features/books/new-book-draft.ts';
import { emptyBook, type NewBook, wordsPerChapter } from '../../features/books/new-book.ts';
import { outlineText } from '../../features/outline/outline-text.ts';
import { toolPath } from './tool-path.ts';
import styles from './create-book-from-outline.module.css';

/** Maximum length of a book’s target audience. */
const audienceMax = 100;

const bookOf = ({ title, genre, targetLength, outline }: PlannedBook): NewBook => ({
  ...emptyBook,
  title,
  genre,
  targetAudience: outline.targetAudience.slice(0, audienceMax),
  wordCount: targetLength.trim(),
  outline: outlineText(outline),
  chapters: outline.chapters.map(({ number, title: name, description, keyPoints }) => ({
    number,
    title: name,
    description,
    keyPoints,
    targetWordCount: wordsPerChapter(Number(targetLength), outline.chapters.length),
  })),
});

/** Creates a book from an outline, opens the form with it, or copies it. */
export function CreateBookFromOutline({ planned }: { planned: PlannedBook }) {
  const isSignedIn = useSession().state === 'signed-in';
  const navigate = useNavigate();
  const create = useCreateBook({ isFromOutline: true });
  const book = bookOf(planned);
  const openForm = () => {
    prefillNewBook(book);
    void navigate(toolPath('new-book'));
  };
  if (create.isPending || create.isSuccess) return <CreatingBook />;
  return (
    <div className={styles['ways']}>
      <div className={styles['actions']}>
        {isSignedIn && book.title !== '' && book.genre !== '' && (
          <PlainButton variant="primary" large onClick={() => create.mutate(book)}>
            Create this book
          </PlainButton>
        )}
        <PlainButton large onClick={openForm}>
          Edit it first
        </PlainButton>
        <PlainButton variant="quiet" large onClick={() => void copyText(book.outline)}>
          Copy the outline
        </PlainButton>
      </div>
      <AllowanceNote />
    </div>
  );
}
