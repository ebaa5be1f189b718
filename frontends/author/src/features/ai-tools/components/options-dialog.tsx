import { getAiStatus } from '@inkbear/contracts/ai/limit';
import { limits } from '@inkbear/contracts/plans';
import { diffWords } from '@inkbear/prose/word-diff';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { expandOptions, toneOptions } from '../actions.ts';
import { type OptionsPlace, refusalText, useOptions } from '../api/ask-options.ts';
import styles from './options-dialog.module.css';

interface Props {
  place: OptionsPlace;
  /** Chosen before the dialog opened; null: the author chooses in it. */
  option: string | null;
  onApply: (text: string, resultId: string) => void;
  onInsertBelow: (text: string, resultId: string) => void;
  /** `seen`: the result that was looked at. */
  onClose: (seen: string | null) => void;
}

const choices = [
  ...toneOptions.map(({ id, label }) => ({ value: id, label: `Tone: more ${label.toLowerCase()}` })),
  ...expandOptions.map(({ id, label }) => ({ value: id, label: `Expand: ${label.toLowerCase()}` })),
];
const typeOf = (option: string): 'tone' | 'expand' => (toneOptions.some(({ id }) => id === option) ? 'tone' : 'expand');

/** `at` in milliseconds; `tries` again that belonged to it. */
interface FirstResult {
  readonly option: string;
  readonly resultId: string;
  readonly at: number;
  readonly tries: number;
}
/** Whether another try is part of the first request; later ones are requests of their own. */
const mayBelong = (first: FirstResult, option: string, now: number): boolean =>
  first.option === option && first.tries < limits.variants && now < first.at + limits.variantMinutes * 60_000;

/** The selection and three ways to put it; the chosen one replaces exactly what was selected, or goes below it. */
export function OptionsDialog({ place, option: given, onApply, onInsertBelow, onClose }: Props) {
  const [option, setOption] = useState(given ?? 'more_dramatic');
  const [isCompared, setCompared] = useState(true);
  const asking = useOptions(place);
  const firstAsked = useRef(false);
  const firstResult = useRef<FirstResult | null>(null);
  const ask = (isAgain: boolean) => {
    const first =
      isAgain && firstResult.current !== null && mayBelong(firstResult.current, option, Date.now())
        ? firstResult.current
        : null;
    const onSuccess = (answer: { resultId: string } | null) => {
      if (answer)
        firstResult.current =
          first === null
            ? { option, resultId: answer.resultId, at: Date.now(), tries: 0 }
            : { ...first, tries: first.tries + 1 };
    };
    asking.mutate({ type: typeOf(option), option, variantOf: first?.resultId }, { onSuccess });
  };
  useEffect(() => {
    if (given === null || firstAsked.current) return;
    firstAsked.current = true;
    ask(false);
  });
  const { data, isPending, error } = asking;
  const { data: status } = useQuery(read(getAiStatus));
  return (
    <Modal
      open
      title="Enhance Selection"
      width={680}
      footer={null}
      onCancel={() => onClose(data?.resultId ?? null)}
      destroyOnHidden
    >
      <div className={styles['dialog']}>
        <blockquote className={styles['selection']} tabIndex={0} aria-label="Selected text">
          {place.selectedText}
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
            <PlainButton onClick={asking.stop}>Stop</PlainButton>
          ) : (
            <PlainButton look={data ? 'plain' : 'primary'} onClick={() => ask(data !== undefined)}>
              {data ? 'Try again' : 'Show three variations'}
            </PlainButton>
          )}
        </div>
        <div role="status" className={styles['status']}>
          {isPending && (
            <>
              <p>Writing three variations…</p>
              <SkeletonLines count={4} />
            </>
          )}
          {!isPending && error && <p className={styles['error']}>{refusalText(error)}</p>}
          {!isPending && data && (
            <p>
              {status?.provider === 'offline' && <span className={styles['tag']}>Offline writer, not an AI model</span>}{' '}
              {data.options.length === 1 ? 'One variation.' : `${data.options.length} variations.`} Selections are fair
              use; the words count towards the book’s.
            </p>
          )}
        </div>
        {!isPending && data && (
          <div className={styles['views']} role="group" aria-label="Show">
            {(
              [
                [true, 'What changes'],
                [false, 'The new text'],
              ] as const
            ).map(([is, label]) => (
              <button key={label} type="button" aria-pressed={isCompared === is} onClick={() => setCompared(is)}>
                {label}
              </button>
            ))}
          </div>
        )}
        {!isPending && data && (
          <ol className={styles['list']} role="list">
            {data.options.map((text, index) => (
              <li key={index}>
                <p className={styles['text']}>
                  {isCompared ? <Compared before={place.selectedText} after={text} /> : text}
                </p>
                <div className={styles['actions']}>
                  <PlainButton onClick={() => onApply(text, data.resultId)} aria-label={`Apply variation ${index + 1}`}>
                    Apply
                  </PlainButton>
                  <PlainButton
                    look="quiet"
                    onClick={() => onInsertBelow(text, data.resultId)}
                    aria-label={`Insert below: variation ${index + 1}`}
                  >
                    Insert below
                  </PlainButton>
                </div>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Modal>
  );
}

function Compared({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return parts.map(({ kind, text }, at) =>
    kind === 'removed' ? (
      <del key={at}>{text}</del>
    ) : kind === 'added' ? (
      <ins key={at}>{text}</ins>
    ) : (
      <span key={at}>{text}</span>
    ),
  );
}
