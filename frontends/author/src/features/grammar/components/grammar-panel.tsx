import { correctionOf } from '@inkbear/prose/grammar/correction';
import { type Finding, ignoreKey, placeKey, type Severity } from '@inkbear/prose/grammar/finding';
import { isEnglish } from '@inkbear/prose/language';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { counted } from '@inkbear/web-kit/counted.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Checker } from '../checker/open-checker.ts';
import { grammarPreferences } from '../grammar-preferences.ts';
import { type DeeperState, useDeeperCheck } from '../hooks/use-deeper-check.ts';
import { type Findings, useFindings } from '../hooks/use-findings.ts';
import { grammarLayer, type HighlightableText } from '../highlightable-text.ts';
import { DialectChoice } from './dialect-choice.tsx';
import { FindingList } from './finding-list.tsx';
import styles from './grammar-panel.module.css';
import { type ListedFinding, SeverityFilter } from './severity-filter.tsx';

interface Props {
  queue: SaveQueue;
  /** Null until the editor is ready. */
  editor: HighlightableText | null;
  userId: string;
  /** BCP 47 language of the book. */
  language: string;
  canEdit: boolean;
  /** Opens the checker; tests pass a fake. */
  open?: () => Checker;
}

/** Findings that each user ignored once, until the tab closes. */
const ignoredOnceByUser = new Map<string, ReadonlySet<string>>();

/** Lists and underlines spelling, grammar and style findings in the open text. */
export function GrammarPanel({ queue, editor, userId, language, canEdit, open }: Props) {
  const { preferences, savePreferences } = useGrammarPreferences(userId);
  const { ignoredOnce, ignore } = useIgnoredOnce(userId);
  const [applied, setApplied] = useState<{ findings: Findings; ids: ReadonlySet<string> } | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<Severity>>(new Set());
  const { found, addServerFindings } = useFindings(queue, preferences.dialect, open);
  const deeper = useDeeperCheck(addServerFindings);
  const listed = useMemo(
    () => listFindings(found, new Set(preferences.ignored), ignoredOnce),
    [found, preferences.ignored, ignoredOnce],
  );
  const shown = useMemo(
    () =>
      listed.filter(
        ({ id, finding }) => !hidden.has(finding.severity) && !(applied?.findings === found && applied.ids.has(id)),
      ),
    [listed, hidden, applied, found],
  );
  useHighlights(editor, queue, found, shown);
  const spanOf = (id: string) => editor?.highlights(grammarLayer).find((highlight) => highlight.id === id);
  const reveal = ({ id }: ListedFinding) => {
    const span = spanOf(id);
    if (span) editor?.reveal(span);
  };
  const apply = ({ id, finding }: ListedFinding) => {
    const span = spanOf(id);
    const edit =
      span && correctionOf(queue.text.toString(), { ...finding, position: { start: span.from, end: span.to } });
    if (!edit) return showToast({ title: 'These words have changed', description: 'The text is being checked again.' });
    editor?.apply([edit]);
    return setApplied({ findings: found, ids: new Set(applied?.findings === found ? applied.ids : []).add(id) });
  };
  return (
    <div className={styles['panel']}>
      {!isEnglish(language) && (
        <p className={styles['note']}>These rules cover English only, and this book is in another language.</p>
      )}
      <DialectChoice value={preferences.dialect} onChange={(dialect) => savePreferences({ dialect })} />
      <SeverityFilter listed={listed} hidden={hidden} onChange={setHidden} />
      <p role="status" className={styles['status']}>
        {statusOf(found, listed.length)}
      </p>
      <FindingList
        listed={shown}
        canEdit={canEdit}
        onReveal={reveal}
        onApply={apply}
        onIgnore={ignore}
        onIgnoreAlways={({ finding }) => savePreferences({ ignored: [...preferences.ignored, ignoreKey(finding)] })}
      />
      <IgnoredNote count={preferences.ignored.length} onReset={() => savePreferences({ ignored: [] })} />
      <DeeperCheck
        state={deeper.state}
        isReady={found.state === 'ready'}
        onCheck={() => void deeper.check(queue.text.toString(), preferences.dialect)}
      />
    </div>
  );
}

function useIgnoredOnce(userId: string) {
  const [ignoredOnce, setIgnoredOnce] = useState<ReadonlySet<string>>(() => ignoredOnceByUser.get(userId) ?? new Set());
  const ignore = ({ occurrence }: ListedFinding) => {
    const all = new Set(ignoredOnce).add(occurrence);
    ignoredOnceByUser.set(userId, all);
    setIgnoredOnce(all);
  };
  return { ignoredOnce, ignore };
}

function useGrammarPreferences(userId: string) {
  const [preferences, setPreferences] = useState(() => grammarPreferences.read(userId));
  const savePreferences = (next: Partial<typeof preferences>) => {
    const all = { ...preferences, ...next };
    grammarPreferences.save(userId, all);
    setPreferences(all);
  };
  return { preferences, savePreferences };
}

/** The number of findings that are always ignored, with a button to show them again. */
function IgnoredNote({ count, onReset }: { count: number; onReset: () => void }) {
  if (count === 0) return null;
  return (
    <p className={styles['note']}>
      {count === 1 ? 'One suggestion is' : `${count} suggestions are`} always ignored on this device.{' '}
      <button type="button" className={styles['link']} onClick={onReset}>
        Show {count === 1 ? 'it' : 'them'} again
      </button>
    </p>
  );
}

interface DeeperProps {
  state: DeeperState;
  isReady: boolean;
  onCheck: () => void;
}

/** The button for the server's deeper check, with its result. */
function DeeperCheck({ state, isReady, onCheck }: DeeperProps) {
  return (
    <div className={styles['deeper']}>
      <PlainButton wide disabled={state === 'checking' || !isReady} onClick={onCheck}>
        {state === 'checking' ? 'Running the deeper check…' : 'Run a deeper check'}
      </PlainButton>
      <p className={styles['note']} role="status">
        {typeof state === 'object'
          ? `The deeper check found ${state.found === 0 ? 'nothing' : counted(state.found, 'suggestion')}. Those that both checks found are listed once.`
          : 'Free on every plan. The text goes to our own checker, not to AI, and is not stored.'}
      </p>
    </div>
  );
}

function statusOf(found: Findings, count: number): string {
  switch (found.state) {
    case 'short':
      return 'Write a line or two. Your text is checked as you type.';
    case 'checking':
      return 'Checking your text…';
    case 'failed':
      return 'This browser could not start the check. Reload the page to try again; your text is not affected.';
    case 'ready':
      return count === 0 ? 'Nothing to correct.' : `${counted(count, 'suggestion')}.`;
  }
}

function listFindings(
  found: Findings,
  ignored: ReadonlySet<string>,
  ignoredOnce: ReadonlySet<string>,
): ListedFinding[] {
  if (found.state !== 'ready') return [];
  const text = found.text.toString();
  return found.findings.flatMap((finding: Finding, at) => {
    const occurrence = placeKey(text, finding);
    return ignored.has(ignoreKey(finding)) || ignoredOnce.has(occurrence)
      ? []
      : [{ id: String(at), occurrence, finding }];
  });
}

/** Underlines the listed findings. After an edit, the old highlights stay until the next check. */
function useHighlights(
  editor: HighlightableText | null,
  queue: SaveQueue,
  found: Findings,
  shown: readonly ListedFinding[],
): void {
  useEffect(() => {
    if (found.state === 'ready' && queue.text !== found.text) return;
    editor?.highlight(
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
  useEffect(() => () => editor?.highlight(grammarLayer, []), [editor]);
}
