import { genreLabel, genres } from '@inkbear/contracts/books/genres';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextArea } from '@inkbear/ui-kit/text-area.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { canTryAgain } from '@inkbear/web-kit/free-retries.ts';
import type { FormEvent } from 'react';
import { failureText } from '../failure.ts';
import { useIdeaFocus } from '../hooks/use-idea-focus.ts';
import { useIdea } from '../hooks/use-idea.ts';
import { titleTool, wholeTitle } from '../titles.ts';
import { RequestFooter } from './request-footer.tsx';
import { IdeaWait } from './idea-wait.tsx';
import styles from './ideas.module.css';
import { SavedIdeas } from './saved-ideas.tsx';
import { StreamingTitles, type TitleLinks, TitleList } from './title-list.tsx';

const topicMax = 2000;
const genreOptions = genres.map((value) => ({ value, label: genreLabel(value) }));
const missingTopic = {
  title: 'Missing Topic',
  description: 'Please enter a book topic to generate titles',
  tone: 'destructive',
} as const;

/** Generates titles for a topic. */
export function TitleFinder({ toolLinks }: { toolLinks: TitleLinks }) {
  const { form, found, asking, partial, error, ...idea } = useIdea(titleTool);
  const tool = useIdeaFocus(asking !== null, found);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.topic.trim() === '') return showToast(missingTopic);
    idea.ask();
  };
  return (
    <div ref={tool} className={styles['tool']}>
      <form className={styles['form']} aria-label="Title generator" onSubmit={submit}>
        <TextArea
          label="What is your book about?"
          rows={3}
          maxLength={topicMax}
          placeholder="A lighthouse keeper who finds a letter addressed to her, dated tomorrow"
          value={form.topic}
          onChange={({ target }) => idea.change({ topic: target.value })}
        />
        <div className={styles['narrow']}>
          <ChoiceField
            label="Genre"
            options={genreOptions}
            value={form.genre}
            onChange={({ target }) => idea.change({ genre: target.value })}
          />
        </div>
        <RequestFooter action="Generate titles" isAsking={asking !== null} isEmpty={form.topic === ''} />
      </form>
      {error !== null && (
        <p role="alert" className={styles['error']}>
          {failureText(titleTool, error)}
        </p>
      )}
      {asking && (
        <IdeaWait text="Looking for titles…" since={asking.since} onStop={idea.stop}>
          {partial?.titles && <StreamingTitles titles={partial.titles} />}
        </IdeaWait>
      )}
      {!asking && found && (
        <TitleList
          titles={found.answer.titles}
          asked={found.asked}
          toolLinks={toolLinks}
          onTryAgain={canTryAgain(found.first, Date.now()) ? idea.tryAgain : null}
        />
      )}
      <SavedIdeas
        tool={titleTool}
        title="Saved titles"
        labelOf={({ asked, answer }) => asked.topic || answer.titles.slice(0, 2).map(wholeTitle).join(', ')}
        onOpen={idea.open}
      />
    </div>
  );
}
