import { getAiStatus, getLimits } from '@inkbear/contracts/ai/limit';
import { isUsedUp, leftText, wordsLeftText } from '@inkbear/web-kit/ai-limits.ts';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { read } from '@inkbear/web-kit/read.ts';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { useQuery } from '@tanstack/react-query';
import { type ActionId, estimateText, expandOptions, toneOptions, wholeLimit } from '../actions.ts';
import styles from './ai-panel.module.css';
import { OptionRow, ToolRow } from './tool-row.tsx';

interface Props {
  bookId: string;
  chapterId: string;
  /** Null while the plan is looked up. */
  isPro: boolean | null;
  isEnhanced: boolean;
  isBusy: boolean;
  chapterWords: number;
  /** Null: nothing is selected. */
  selectedWords: number | null;
  onAct: (action: ActionId, option: string | null) => void;
  onContext: () => void;
}

/** What AI can do for this chapter, and what is left of it, before anything is pressed. */
export function AiPanel({
  bookId,
  chapterId,
  isPro,
  isEnhanced,
  isBusy,
  chapterWords,
  selectedWords,
  onAct,
  onContext,
}: Props) {
  const { data: limits } = useQuery({ ...read(getLimits, { query: { bookId, chapterId } }), enabled: isPro === true });
  const { data: status } = useQuery(read(getAiStatus));
  if (isPro === null) return <p className={styles['note']}>Looking up your plan…</p>;
  const words = selectedWords ?? chapterWords;
  const isWhole = (action: ActionId) =>
    selectedWords === null || action === 'engaging' || action === 'extend' || action === 'polish';
  const isOut = (action: Exclude<ActionId, 'selection'>) => isWhole(action) && isUsedUp(limits, wholeLimit[action]);
  const hasEstimate = isPro && words > 0;
  const row = (action: Exclude<ActionId, 'selection'>, label: string, what: string) => (
    <ToolRow
      label={label}
      what={hasEstimate ? `${what}, ${estimateText(action, isWhole(action) ? chapterWords : words)}` : what}
      disabled={isBusy || isOut(action)}
      onPress={() => onAct(action, null)}
    />
  );
  const generate = isEnhanced ? 'Enhanced Generate' : 'Generate chapter';
  return (
    <div className={styles['panel']}>
      {!isPro && <NeedsPro />}
      <section className={styles['tool']}>
        <h3>{generate}</h3>
        <p className={styles['note']}>
          Writes {isEnhanced ? 'from the characters and the plan in your outline' : 'from this chapter’s plan'}:{' '}
          {estimateText('generate', 0)}. It is a proposal; your text stays as it is until you accept.
        </p>
        <PlainButton
          look={isPro ? 'primary' : 'plain'}
          wide
          disabled={isBusy || isOut('generate')}
          onClick={() => onAct('generate', null)}
        >
          {isBusy ? 'Writing…' : generate}
        </PlainButton>
        <Left text={leftText(limits, 'chapter.generate', 'generation')} />
      </section>
      <section className={styles['tool']} aria-labelledby="ai-work">
        <h3 id="ai-work">Work on the text</h3>
        <p className={styles['scope']}>
          {selectedWords === null ? (
            <>
              On the <strong>whole chapter</strong>, {wordsText(chapterWords)}. Select words to work on them alone.
            </>
          ) : (
            <>
              On the <strong>selection</strong>, {wordsText(selectedWords)}.
            </>
          )}
        </p>
        <div className={styles['rows']}>
          <ToolRow
            label="Enhance Selection"
            what={
              selectedWords === null || !isPro
                ? 'Three variations of the words you select'
                : `Three variations, ${estimateText('selection', words)}`
            }
            disabled={isBusy}
            onPress={() => onAct('selection', null)}
          />
          {row('rewrite', 'Rewrite', selectedWords === null ? 'Says it better' : 'The selection')}
          {row('engaging', 'Enhance chapter', 'A more engaging tone')}
          {row('extend', 'Extend', 'Writes on from the end')}
          {row('polish', 'Polish', 'Small repairs')}
        </div>
        <OptionRow
          title="Tone: more"
          options={toneOptions}
          disabled={isBusy || isOut('tone')}
          onPress={(option) => onAct('tone', option)}
        />
        <OptionRow
          title="Expand: add"
          options={expandOptions}
          disabled={isBusy || isOut('expand')}
          onPress={(option) => onAct('expand', option)}
        />
        {isPro && <Left text={leftText(limits, 'chapter.edit', 'whole-chapter edit')} />}
        <Left text={leftText(limits, 'chapter.polish', 'polish')} />
        <Left text={wordsLeftText(limits)} />
      </section>
      {isPro && (
        <p className={styles['note']}>
          Every request takes parts of your book along.{' '}
          <button type="button" className={styles['link']} onClick={onContext}>
            See and choose what AI sees
          </button>
        </p>
      )}
      {status?.provider === 'offline' && (
        <p className={styles['offline']}>
          No AI model is connected here. The offline writer builds its text from your book’s own plan and says so on
          every proposal.
        </p>
      )}
    </div>
  );
}

function NeedsPro() {
  return (
    <div className={styles['tool']}>
      <h3>AI Tools (Pro Required)</h3>
      <p className={styles['note']}>
        AI writing tools require a Pro subscription. They offer their text beside yours, for you to accept or not.
      </p>
      <ButtonLink look="primary" to="/pricing">
        See plans
      </ButtonLink>
    </div>
  );
}

const Left = ({ text }: { text: string | null }) => (text === null ? null : <p className={styles['left']}>{text}</p>);
