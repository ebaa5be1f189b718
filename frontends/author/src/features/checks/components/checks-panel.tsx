import type {
  CheckProgress,
  ContradictionDecision,
  FindingGroup,
  StoryFinding,
} from '@inkbear/contracts/bible/finding';
import { isEnglish } from '@inkbear/prose/language';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { counted } from '@inkbear/web-kit/counted.ts';
import { useState } from 'react';
import { useFocusAfterRemoval } from '../../../kit/use-focus-after-removal.ts';
import { PanelStatus } from '../../../ui/load-states.tsx';
import { RunningWork } from '../../../ui/running-work.tsx';
import { useCheckBook, useDecideContradiction, useFindings, useSetFindingStatus } from '../checks.api.ts';
import { useFindingKeys } from '../use-finding-keys.ts';
import styles from './checks-panel.module.css';
import { FindingCard, type FindingPlace } from './finding-card.tsx';

interface Props {
  bookId: string;
  /** BCP 47 language of the book. */
  language: string;
  chapters: readonly ChapterItem[];
  currentId: string;
  canEdit: boolean;
  saveFirst: () => Promise<boolean>;
  onGo: (place: FindingPlace) => void;
}

const groupNames: Readonly<Record<FindingGroup, string>> = {
  continuity: 'Contradictions',
  leak: 'Not part of the story',
  tell: 'Typical AI phrases',
  repetition: 'Repetitions',
};
const groups = Object.keys(groupNames) as FindingGroup[];

/** Checks the book by rules and lists what looks like a mistake, with its words at each place. */
export function ChecksPanel({ bookId, language, chapters, currentId, canEdit, saveFirst, onGo }: Props) {
  const { start, running, result, cancel } = useCheckBook(bookId, saveFirst);
  return (
    <div className={styles['panel']}>
      <p className={styles['note']}>
        Looks for contradictions, for text that does not belong in the story, for phrases that AI overuses and for
        repetitions. Fixed rules do this on our own servers, without AI. Contradictions that AI found while reading are
        listed too. A finding is only a question.
        {!isEnglish(language) && ' Contradictions are found in English only.'}
      </p>
      {running === null ? (
        <div className={styles['buttons']}>
          <PlainButton variant="primary" onClick={() => start(null)}>
            Check the book
          </PlainButton>
          <PlainButton onClick={() => start(currentId)}>Check this chapter</PlainButton>
        </div>
      ) : (
        <RunningWork text={progressText(running.progress)} since={running.since} onCancel={cancel} />
      )}
      <FindingLists {...{ bookId, chapters, canEdit, onGo }} isChecked={result !== undefined} />
    </div>
  );
}

function progressText(progress: CheckProgress | null): string {
  if (progress === null) return 'Saving your text';
  const chapters = progress.of - groups.length;
  return progress.done < chapters
    ? `Reading the chapters: ${progress.done} of ${chapters}`
    : 'Comparing the chapters with each other';
}

interface ListProps extends Pick<Props, 'bookId' | 'chapters' | 'canEdit' | 'onGo'> {
  /** Whether a check has just finished. */
  isChecked: boolean;
}

function FindingLists({ bookId, chapters, canEdit, isChecked, onGo }: ListProps) {
  const { data, isError, refetch } = useFindings(bookId);
  const [showsIgnored, setShowsIgnored] = useState(false);
  const { mutate: setStatus } = useSetFindingStatus(bookId);
  const { mutate: decide } = useDecideContradiction(bookId);
  const ordered = inOrder(data ?? [], showsIgnored ? 'ignored' : 'open');
  const moveFocusAfter = useFocusAfterRemoval(ordered.map(({ id }) => id));
  const shownId = useFindingKeys(ordered, ({ places: [place] }) => place && onGo(place));
  if (data === undefined)
    return (
      <PanelStatus
        text="Loading the findings"
        failure={isError ? 'The findings could not be loaded.' : null}
        onRetry={() => void refetch()}
      />
    );
  const open = data.filter(({ status }) => status === 'open');
  const ignored = data.filter(({ status }) => status === 'ignored');
  return (
    <>
      <p role="status" className={styles['note']}>
        {summaryOf(open.length, isChecked)}
      </p>
      {/* F8 moves the focus to the words in the text, so only this says what is wrong with them. */}
      <p role="status" aria-label="Current finding" className="visually-hidden">
        {ordered.find(({ id }) => id === shownId)?.text}
      </p>
      {groups.map((group) => (
        <FindingGroupSection
          key={group}
          title={groupNames[group]}
          shownId={shownId}
          findings={ordered.filter((finding) => finding.group === group)}
          chapters={chapters}
          onGo={onGo}
          onSetStatus={({ id }, status) => {
            moveFocusAfter(id);
            setStatus({ id, status });
          }}
          onDecide={
            canEdit
              ? (finding, decision) => {
                  if (decision === 'changed-here') moveFocusAfter(finding.id);
                  decide({ finding, decision });
                }
              : undefined
          }
        />
      ))}
      {(ignored.length > 0 || showsIgnored) && (
        <PlainButton variant="quiet" aria-pressed={showsIgnored} onClick={() => setShowsIgnored(!showsIgnored)}>
          {showsIgnored ? 'Show open findings' : `Show ${counted(ignored.length, 'ignored finding')}`}
        </PlainButton>
      )}
    </>
  );
}

/** The findings with a status, in the order of the page. */
const inOrder = (findings: readonly StoryFinding[], status: StoryFinding['status']): StoryFinding[] =>
  groups.flatMap((group) => findings.filter((finding) => finding.group === group && finding.status === status));

function summaryOf(open: number, isChecked: boolean): string {
  if (open > 0) return `${counted(open, 'open finding')}.`;
  return isChecked ? 'Nothing was found.' : 'There are no open findings.';
}

interface SectionProps extends Pick<Props, 'chapters' | 'onGo'> {
  title: string;
  /** The id of the finding that was shown last. */
  shownId: string | undefined;
  findings: readonly StoryFinding[];
  onSetStatus: (finding: StoryFinding, status: StoryFinding['status']) => void;
  onDecide: ((finding: StoryFinding, decision: ContradictionDecision) => void) | undefined;
}

/** The findings of a group, one page at a time, so that a long list renders quickly. */
const pageSize = 40;

function FindingGroupSection({ title, shownId, findings, chapters, onGo, onSetStatus, onDecide }: SectionProps) {
  const [limit, setLimit] = useState(pageSize);
  if (findings.length === 0) return null;
  const count = Math.max(limit, findings.findIndex(({ id }) => id === shownId) + 1);
  return (
    <section aria-label={title} className={styles['group']}>
      <h3 className={styles['heading']}>
        {title} <span className="tabular">{formatNumber(findings.length)}</span>
      </h3>
      {findings.slice(0, count).map((finding) => (
        <FindingCard
          key={finding.id}
          finding={finding}
          isShown={finding.id === shownId}
          chapters={chapters}
          onGo={onGo}
          onSetStatus={(status) => onSetStatus(finding, status)}
          onDecide={onDecide && ((decision) => onDecide(finding, decision))}
        />
      ))}
      {findings.length > count && (
        <PlainButton variant="quiet" wide onClick={() => setLimit(count + pageSize)}>
          Show more ({formatNumber(findings.length - count)} left)
        </PlainButton>
      )}
    </section>
  );
}
