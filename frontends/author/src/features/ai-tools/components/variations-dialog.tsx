import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { canTryAgain, type FirstResult, nextFirstResult } from '@inkbear/web-kit/free-retries.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { aiStatusQuery } from '../ai.api.ts';
import { expandOptions, toneOptions } from '../actions.ts';
import { refusalText, useVariations, type VariationsContext } from '../hooks/use-variations.ts';
import { AiLabel } from '../../../ui/ai-label.tsx';
import diff from '../../../ui/diff.module.css';
import { ViewSwitch } from '../../../ui/view-switch.tsx';
import { TextDiff } from '../../../ui/word-diff.tsx';
import { Modal } from '../../../ui/overlays/overlays.tsx';
import styles from './variations-dialog.module.css';

interface Props {
  context: VariationsContext;
  /** Chosen before the dialog opened; null when the author chooses in the dialog. */
  option: string | null;
  onApply: (text: string, resultId: string) => void;
  onInsertBelow: (text: string, resultId: string) => void;
  /** Receives the result that was shown, if any. */
  onClose: (seenResultId: string | null) => void;
}

const choices = [
  ...toneOptions.map(({ id, label }) => ({ value: id, label: `Tone: more ${label.toLowerCase()}` })),
  ...expandOptions.map(({ id, label }) => ({ value: id, label: `Expand: ${label.toLowerCase()}` })),
];
const typeOf = (option: string): 'tone' | 'expand' => (toneOptions.some(({ id }) => id === option) ? 'tone' : 'expand');

/** The first result with an option; every retry with that option names it as `variantOf`. */
interface FirstVariations extends FirstResult {
  readonly option: string;
}

type Variations = NonNullable<ReturnType<typeof useVariations>['data']>;

/** Shows the selection and three variations. A chosen variation replaces exactly the selection, or goes below it. */
export function VariationsDialog({ context, option: initialOption, onApply, onInsertBelow, onClose }: Props) {
  const [option, setOption] = useState(initialOption ?? 'more_dramatic');
  const [showsDiff, setShowsDiff] = useState(true);
  const { variations, ask } = useVariationRequests(context, option, initialOption !== null);
  const { data, isPending, error } = variations;
  return (
    <Modal title="Enhance Selection" width={680} onClose={() => onClose(data?.resultId ?? null)}>
      <div className={styles['dialog']}>
        <blockquote className={styles['selection']} tabIndex={0} aria-label="Selected text">
          {context.selectedText}
        </blockquote>
        <div className={styles['ask']}>
          <ChoiceField
            label="What to do with it"
            options={choices}
            value={option}
            disabled={isPending}
            onChange={({ target }) => setOption(target.value)}
          />
          {isPending ? (
            <PlainButton onClick={variations.stop}>Stop</PlainButton>
          ) : (
            <PlainButton variant={data ? 'plain' : 'primary'} onClick={() => ask(data !== undefined)}>
              {data ? 'Try again' : 'Show three variations'}
            </PlainButton>
          )}
        </div>
        {isPending && (
          <ReceivedVariations before={context.selectedText} texts={variations.received} {...{ showsDiff }} />
        )}
        <Status data={data ?? undefined} isPending={isPending} error={error} />
        {!isPending && data && (
          <VariationList
            before={context.selectedText}
            texts={data.options}
            showsDiff={showsDiff}
            onShowDiff={setShowsDiff}
            onApply={(text) => onApply(text, data.resultId)}
            onInsertBelow={(text) => onInsertBelow(text, data.resultId)}
          />
        )}
      </div>
    </Modal>
  );
}

/** Generates variations on demand, and once when the dialog opens with a chosen option. */
function useVariationRequests(context: VariationsContext, option: string, asksOnOpen: boolean) {
  const variations = useVariations(context);
  const hasAsked = useRef(false);
  const firstResult = useRef<FirstVariations | undefined>(undefined);
  const ask = (isRetry: boolean) => {
    const known = firstResult.current;
    const first = isRetry && known?.option === option && canTryAgain(known, Date.now()) ? known : undefined;
    const onSuccess = (reply: { resultId: string } | null) => {
      if (reply !== null) firstResult.current = { option, ...nextFirstResult(first, reply.resultId, Date.now()) };
    };
    variations.mutate({ type: typeOf(option), option, variantOf: first?.resultId }, { onSuccess });
  };
  useEffect(() => {
    if (!asksOnOpen || hasAsked.current) return;
    hasAsked.current = true;
    ask(false);
  });
  return { variations, ask };
}

interface StatusProps {
  data: Variations | undefined;
  isPending: boolean;
  error: unknown;
}

function Status({ data, isPending, error }: StatusProps) {
  const { data: status } = useQuery(aiStatusQuery());
  return (
    <div role="status" className={styles['status']}>
      {isPending && (
        <>
          <p>Writing three variations…</p>
          <SkeletonLines count={4} />
        </>
      )}
      {!isPending && error !== null && <p className={styles['error']}>{refusalText(error)}</p>}
      {!isPending && data && (
        <p>
          {status?.provider === 'offline' && <AiLabel isOffline />}{' '}
          {data.options.length === 1 ? 'One variation.' : `${data.options.length} variations.`} Editing a selection does
          not use up an AI edit, but its words count towards the book’s limit.
        </p>
      )}
    </div>
  );
}

interface VariationTextProps {
  before: string;
  text: string;
  showsDiff: boolean;
}

const VariationText = ({ before, text, showsDiff }: VariationTextProps) => (
  <p className={`${styles['text']} ${diff['diff']}`}>{showsDiff ? <TextDiff before={before} after={text} /> : text}</p>
);

interface ReceivedProps {
  before: string;
  texts: readonly string[];
  showsDiff: boolean;
}

/** The variations received so far, without actions: one can be applied once all of them are there. */
const ReceivedVariations = ({ before, texts, showsDiff }: ReceivedProps) => (
  <ol className={styles['list']} role="list">
    {texts.map((text, index) => (
      <li key={index}>
        <VariationText {...{ before, text, showsDiff }} />
      </li>
    ))}
  </ol>
);

interface VariationListProps extends ReceivedProps {
  onShowDiff: (showsDiff: boolean) => void;
  onApply: (text: string) => void;
  onInsertBelow: (text: string) => void;
}

const views = [
  [true, 'What changes'],
  [false, 'The new text'],
] as const;

function VariationList({ before, texts, showsDiff, onShowDiff, onApply, onInsertBelow }: VariationListProps) {
  return (
    <>
      <ViewSwitch label="Show" views={views} current={showsDiff} onChoose={onShowDiff} />
      <ol className={styles['list']} role="list">
        {texts.map((text, index) => (
          <li key={index}>
            <VariationText {...{ before, text, showsDiff }} />
            <div className={styles['actions']}>
              <PlainButton onClick={() => onApply(text)} aria-label={`Apply variation ${index + 1}`}>
                Apply
              </PlainButton>
              <PlainButton
                variant="quiet"
                onClick={() => onInsertBelow(text)}
                aria-label={`Insert below: variation ${index + 1}`}
              >
                Insert below
              </PlainButton>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
