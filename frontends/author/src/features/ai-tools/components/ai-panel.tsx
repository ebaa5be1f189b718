import { isUsedUp, remainingText, remainingWordsText } from '@inkbear/web-kit/ai-limits.ts';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useQuery } from '@tanstack/react-query';
import { aiLimitsQuery, aiStatusQuery } from '../ai.api.ts';
import { type ActionId, estimateText, expandOptions, toneOptions, wholeChapterLimits } from '../actions.ts';
import styles from './ai-panel.module.css';
import { InstructionForm } from './instruction-form.tsx';
import { OptionRow, ToolRow } from './tool-row.tsx';

interface Props {
  bookId: string;
  chapterId: string;
  /** Null while the plan is loading. */
  isPro: boolean | null;
  hasDetailedOutline: boolean;
  isBusy: boolean;
  chapterWords: number;
  /** Null when nothing is selected. */
  selectedWords: number | null;
  onAct: (action: ActionId, option: string | null) => void;
  onContext: () => void;
}
type Limits = Parameters<typeof isUsedUp>[0];

/** The AI tools for this chapter, with estimates and remaining uses. */
export function AiPanel({ isPro, ...props }: Props) {
  const { bookId, chapterId, onContext } = props;
  const { data: limits } = useQuery({ ...aiLimitsQuery({ bookId, chapterId }), enabled: isPro === true });
  const { data: status } = useQuery(aiStatusQuery());
  if (isPro === null) return <p className={styles['note']}>Checking your plan…</p>;
  return (
    <div className={styles['panel']}>
      {!isPro && <NeedsPro />}
      <GenerateSection {...props} isPro={isPro} limits={limits} />
      <EditSection {...props} isPro={isPro} limits={limits} />
      {isPro && (
        <p className={styles['note']}>
          Every request includes parts of your book.{' '}
          <button type="button" className={styles['link']} onClick={onContext}>
            See and choose what AI sees
          </button>
        </p>
      )}
      {status?.provider === 'offline' && (
        <p className={styles['offline']}>
          No AI model is connected here. The offline text generator builds its text from your book’s own plan and says
          so on every proposal. It cannot follow an instruction of yours; it only makes small corrections.
        </p>
      )}
    </div>
  );
}

type SectionProps = Omit<Props, 'isPro'> & { isPro: boolean; limits: Limits };

function GenerateSection({ isPro, hasDetailedOutline, isBusy, limits, onAct }: SectionProps) {
  const label = hasDetailedOutline ? 'Enhanced Generate' : 'Generate chapter';
  return (
    <section className={styles['tool']}>
      <h3>{label}</h3>
      <p className={styles['note']}>
        Writes {hasDetailedOutline ? 'from the characters and the plan in your outline' : 'from this chapter’s plan'}:{' '}
        {estimateText('generate', 0)}. It is a proposal; your text stays as it is until you accept.
      </p>
      <PlainButton
        variant={isPro ? 'primary' : 'plain'}
        wide
        disabled={isBusy || isLimitUsedUp('generate', null, limits)}
        onClick={() => onAct('generate', null)}
      >
        {isBusy ? 'Writing…' : label}
      </PlainButton>
      <Remaining text={remainingText(limits, 'chapter.generate', 'generation')} />
    </section>
  );
}

type EditAction = Exclude<ActionId, 'selection'>;

/** True for an action on the whole chapter, which counts towards a limit; a selection is fair use. */
const isWholeChapter = (action: ActionId, selectedWords: number | null): boolean =>
  selectedWords === null || action === 'engaging' || action === 'extend' || action === 'polish';
const isLimitUsedUp = (action: EditAction, selectedWords: number | null, limits: Limits): boolean =>
  isWholeChapter(action, selectedWords) && isUsedUp(limits, wholeChapterLimits[action]);

function EditSection(props: SectionProps) {
  const { isPro, isBusy, chapterWords, selectedWords, limits, onAct } = props;
  const words = selectedWords ?? chapterWords;
  const isDisabled = (action: EditAction) => isBusy || isLimitUsedUp(action, selectedWords, limits);
  const withEstimate = (action: ActionId, text: string) =>
    isPro && words > 0
      ? `${text}, ${estimateText(action, isWholeChapter(action, selectedWords) ? chapterWords : words)}`
      : text;
  const row = (action: EditAction, label: string, text: string) => (
    <ToolRow
      label={label}
      description={withEstimate(action, text)}
      disabled={isDisabled(action)}
      onPress={() => onAct(action, null)}
    />
  );
  return (
    <section className={styles['tool']} aria-labelledby="ai-work">
      <h3 id="ai-work">Work on the text</h3>
      <ScopeText chapterWords={chapterWords} selectedWords={selectedWords} />
      <div className={styles['rows']}>
        <ToolRow
          label="Enhance Selection"
          description={
            selectedWords === null || !isPro
              ? 'Three variations of the words you select'
              : `Three variations, ${estimateText('selection', words)}`
          }
          disabled={isBusy}
          onPress={() => onAct('selection', null)}
        />
        {row('rewrite', 'Rewrite', selectedWords === null ? 'Better wording' : 'The selection')}
        {row('engaging', 'Enhance chapter', 'A more engaging tone')}
        {row('extend', 'Extend', 'Continues from the end')}
        {row('polish', 'Polish', 'Small corrections')}
      </div>
      <OptionRow
        title="Tone: more"
        options={toneOptions}
        disabled={isDisabled('tone')}
        onPress={(option) => onAct('tone', option)}
      />
      <OptionRow
        title="Expand: add"
        options={expandOptions}
        disabled={isDisabled('expand')}
        onPress={(option) => onAct('expand', option)}
      />
      <InstructionForm
        hasSelection={selectedWords !== null}
        disabled={isDisabled('instruct')}
        onAsk={(instruction) => onAct('instruct', instruction)}
      />
      {isPro && <Remaining text={remainingText(limits, 'chapter.edit', 'whole-chapter edit')} />}
      <Remaining text={remainingText(limits, 'chapter.polish', 'polish')} />
      <Remaining text={remainingWordsText(limits)} />
    </section>
  );
}

function ScopeText({ chapterWords, selectedWords }: Pick<Props, 'chapterWords' | 'selectedWords'>) {
  return (
    <p className={styles['scope']}>
      {selectedWords === null ? (
        <>
          On the <strong>whole chapter</strong>, {wordsText(chapterWords)}. Select words to work on only those.
        </>
      ) : (
        <>
          On the <strong>selection</strong>, {wordsText(selectedWords)}.
        </>
      )}
    </p>
  );
}

function NeedsPro() {
  return (
    <div className={styles['tool']}>
      <h3>AI Tools (Pro Required)</h3>
      <p className={styles['note']}>
        AI writing tools require a Pro subscription. They show a proposal beside your text, and you decide what to
        accept.
      </p>
      <ButtonLink variant="primary" to="/pricing">
        See plans
      </ButtonLink>
    </div>
  );
}

const Remaining = ({ text }: { text: string | null }) =>
  text === null ? null : <p className={styles['remaining']}>{text}</p>;
