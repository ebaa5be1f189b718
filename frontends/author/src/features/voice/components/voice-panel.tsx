import type { VoiceComparison, VoiceReport } from '@inkbear/contracts/books/voice';
import { voiceWords } from '@inkbear/story-analysis/voice/voice-words';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { UsageBar } from '@inkbear/ui-kit/usage-bar.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { differenceText, verdictText } from '../difference-text.ts';
import { useVoice } from '../voice.api.ts';
import styles from './voice-panel.module.css';

interface Props {
  bookId: string;
  chapters: readonly ChapterItem[];
  currentId: string;
  onOpen: (chapterId: string) => void;
}

/** How close each chapter is to what the author typed in this book, and where it differs most. */
export function VoicePanel({ bookId, chapters, currentId, onOpen }: Props) {
  const { data, isError, isFetching, refetch } = useVoice(bookId);
  if (data === undefined)
    return (
      <PanelStatus
        text="Measuring your voice"
        failure={isError ? 'Your voice could not be measured.' : null}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className={styles['panel']}>
      <p className={styles['note']}>
        Compares each chapter with what you typed yourself in this book: small words, sentences, punctuation. No AI is
        involved, and a difference is not a mistake.
      </p>
      {data.hasProfile ? (
        <ChapterVoices report={data} chapters={chapters} currentId={currentId} onOpen={onOpen} />
      ) : (
        <MissingWords typedWords={data.typedWords} />
      )}
      <PlainButton variant="quiet" disabled={isFetching} onClick={() => void refetch()}>
        {isFetching ? 'Measuring…' : 'Measure again'}
      </PlainButton>
    </div>
  );
}

function MissingWords({ typedWords }: { typedWords: number }) {
  const text = `${formatNumber(typedWords)} of ${formatNumber(voiceWords.profile)} words`;
  return (
    <div className={styles['missing']}>
      <p>
        Your voice profile needs about {formatNumber(voiceWords.profile)} words that you typed yourself. Pasted text and
        text from AI do not count.
      </p>
      <UsageBar label="Typed words" used={typedWords} allowed={voiceWords.profile} text={text} isNearlyFull={false} />
      <p className={styles['note']}>{text}</p>
    </div>
  );
}

function ChapterVoices({ report, chapters, currentId, onOpen }: Omit<Props, 'bookId'> & { report: VoiceReport }) {
  const comparisons = new Map(report.chapters.map(({ chapterId, comparison }) => [chapterId, comparison]));
  return (
    <ol className={styles['chapters']}>
      {chapters.map((chapter) => (
        <li key={chapter.id} data-current={chapter.id === currentId || undefined}>
          <ChapterVoice chapter={chapter} comparison={comparisons.get(chapter.id) ?? null} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}

interface ChapterVoiceProps {
  chapter: ChapterItem;
  comparison: VoiceComparison | null;
  onOpen: (chapterId: string) => void;
}

function ChapterVoice({ chapter: { id, chapterNumber, title }, comparison, onOpen }: ChapterVoiceProps) {
  return (
    <>
      <button type="button" className={styles['title']} onClick={() => onOpen(id)}>
        {chapterNumber}. {title}
      </button>
      {comparison === null ? (
        <p className={styles['note']}>Too short to compare</p>
      ) : (
        <>
          <p className={styles['verdict']} data-verdict={comparison.verdict}>
            {verdictText[comparison.verdict]}
            {comparison.isRough && <span className={styles['note']}> · approximate, because the chapter is short</span>}
          </p>
          {comparison.verdict !== 'close' && (
            <ul className={styles['differences']}>
              {comparison.differences.map((difference) => (
                <li key={difference.feature}>{differenceText(difference)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}
