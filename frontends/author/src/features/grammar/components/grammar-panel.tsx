import { correctionOf } from '@inkbear/prose/grammar/correction';
import { type Finding, ignoreKey, placeKey, type Severity } from '@inkbear/prose/grammar/finding';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Checker } from '../checker/open-checker.ts';
import { grammarChoices } from '../grammar-choices.ts';
import { useDeeperCheck } from '../hooks/use-deeper-check.ts';
import { type Findings, useFindings } from '../hooks/use-findings.ts';
import { grammarLayer, type MarkedText } from '../marked-text.ts';
import { DialectChoice } from './dialect-choice.tsx';
import { FindingList, type Listed } from './finding-list.tsx';
import styles from './grammar-panel.module.css';
import { SeverityFilter } from './severity-filter.tsx';

interface Props {
  queue: SaveQueue;
  /** Null until the editor is there. */
  editor: MarkedText | null;
  userId: string;
  /** BCP 47, of the book. */
  language: string;
  canEdit: boolean;
  /** How to check; only a test gives another. */
  open?: () => Checker;
}

/** What each user ignored once, for as long as the tab lives. */
const ignoredHere = new Map<string, ReadonlySet<string>>();

/** Spelling, grammar and style of the open text: listed, underlined, and never in the way of typing. */
export function GrammarPanel({ queue, editor, userId, language, canEdit, open }: Props) {
  const [choices, setChoices] = useState(() => grammarChoices.read(userId));
  const [places, setPlaces] = useState<ReadonlySet<string>>(() => ignoredHere.get(userId) ?? new Set());
  const [done, setDone] = useState<{ of: Findings; ids: ReadonlySet<string> } | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<Severity>>(new Set());
  const { found, learn } = useFindings(queue, choices.dialect, open);
  const deeper = useDeeperCheck(learn);
  const listed = useMemo(() => listedOf(found, new Set(choices.ignored), places), [found, choices.ignored, places]);
  const shown = useMemo(
    () =>
      listed.filter(({ id, finding }) => !hidden.has(finding.severity) && !(done?.of === found && done.ids.has(id))),
    [listed, hidden, done, found],
  );
  useMarks(editor, queue, found, shown);
  const keep = (next: Partial<typeof choices>) => {
    const all = { ...choices, ...next };
    grammarChoices.keep(userId, all);
    setChoices(all);
  };
  const ignore = ({ place }: Listed) => {
    const all = new Set(places).add(place);
    ignoredHere.set(userId, all);
    setPlaces(all);
  };
  const spanOf = (id: string) => editor?.marks(grammarLayer).find((mark) => mark.id === id);
  const goTo = ({ id }: Listed) => {
    const span = spanOf(id);
    if (span) editor?.reveal(span);
  };
  const apply = ({ id, finding }: Listed) => {
    const span = spanOf(id);
    const edit =
      span && correctionOf(queue.text.toString(), { ...finding, position: { start: span.from, end: span.to } });
    if (!edit) return showToast({ title: 'These words have changed', description: 'They are being looked at again.' });
    editor?.apply([edit]);
    return setDone({ of: found, ids: new Set(done?.of === found ? done.ids : []).add(id) });
  };
  return (
    <div className={styles['panel']}>
      {!/^en/i.test(language) && (
        <p className={styles['note']}>These rules know English only; this book is written in another language.</p>
      )}
      <DialectChoice value={choices.dialect} onChange={(dialect) => keep({ dialect })} />
      <SeverityFilter listed={listed} hidden={hidden} onChange={setHidden} />
      <p role="status" className={styles['status']}>
        {statusOf(found, listed.length)}
      </p>
      <FindingList
        listed={shown}
        canEdit={canEdit}
        onGo={goTo}
        onApply={apply}
        onIgnore={ignore}
        onIgnoreAlways={({ finding }) => keep({ ignored: [...choices.ignored, ignoreKey(finding)] })}
      />
      {choices.ignored.length > 0 && (
        <p className={styles['note']}>
          {choices.ignored.length === 1 ? 'One thing is' : `${choices.ignored.length} things are`} always ignored on
          this device.{' '}
          <button type="button" className={styles['link']} onClick={() => keep({ ignored: [] })}>
            Show {choices.ignored.length === 1 ? 'it' : 'them'} again
          </button>
        </p>
      )}
      <div className={styles['deeper']}>
        <PlainButton
          wide
          disabled={deeper.state === 'asking' || found.state !== 'ready'}
          onClick={() => void deeper.ask(queue.text.toString(), choices.dialect)}
        >
          {deeper.state === 'asking' ? 'Checking more deeply…' : 'Check more deeply'}
        </PlainButton>
        <p className={styles['note']} role="status">
          {typeof deeper.state === 'object'
            ? `The deeper check found ${deeper.state.found === 0 ? 'nothing' : `${deeper.state.found} places`}; what both found is listed once.`
            : 'Free on every plan. The chapter goes to our own checker, not to AI, and is not kept.'}
        </p>
      </div>
    </div>
  );
}

function statusOf(found: Findings, count: number): string {
  switch (found.state) {
    case 'short':
      return 'Write a line or two, and they are checked as you go.';
    case 'checking':
      return 'Reading your chapter…';
    case 'failed':
      return 'This browser could not start the check. Reload the page to try again; your text is not affected.';
    case 'ready':
      return count === 0
        ? 'Nothing to correct.'
        : `${count.toLocaleString('en-GB')} ${count === 1 ? 'place' : 'places'} to look at.`;
  }
}

function listedOf(found: Findings, ignored: ReadonlySet<string>, places: ReadonlySet<string>): Listed[] {
  if (found.state !== 'ready') return [];
  const text = found.text.toString();
  return found.findings.flatMap((finding: Finding, at) => {
    const place = placeKey(text, finding);
    return ignored.has(ignoreKey(finding)) || places.has(place) ? [] : [{ id: String(at), place, finding }];
  });
}

/** Underlines what is listed. A text that has moved on keeps its marks until it is looked at again. */
function useMarks(editor: MarkedText | null, queue: SaveQueue, found: Findings, shown: readonly Listed[]): void {
  useEffect(() => {
    if (found.state === 'ready' && queue.text !== found.text) return;
    editor?.mark(
      grammarLayer,
      shown.map(({ id, finding: { position, severity, message } }) => ({
        id,
        from: position.start,
        to: position.end,
        className: `cm-finding cm-finding-${severity}`,
        title: message,
      })),
    );
  }, [editor, queue, found, shown]);
  useEffect(() => () => editor?.mark(grammarLayer, []), [editor]);
}
