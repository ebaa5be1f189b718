import { createStory, listStories, type Story } from '@inkbear/contracts/stories/story';
import { newStoryTitle, type StoryAnswers, targetWordsOf } from '@inkbear/contracts/stories/story-templates';
import type { StoryType } from '@inkbear/contracts/stories/story-types';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import type { StoryItem } from '@inkbear/web-kit/list-items.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

interface NewStory {
  readonly type: StoryType;
  readonly answers: StoryAnswers;
}

/** Creates a story without text. An idempotency key makes a retry of the same answers return the same story. */
export function useCreateStory({
  onCreated,
  onOpen,
}: {
  onCreated: (story: Story) => void;
  onOpen: (story: Story) => void;
}) {
  const client = useQueryClient();
  const sent = useRef({ form: '', key: '' });
  return useSingleFlightMutation(
    {
      mutationFn: ({ type, answers }: NewStory) => {
        const formData = Object.fromEntries(Object.entries(answers).map(([label, answer]) => [label, answer ?? '']));
        const body = {
          title: newStoryTitle(type, answers),
          storyType: type,
          formData,
          targetWordCount: targetWordsOf(answers),
        };
        const form = JSON.stringify(body);
        if (sent.current.form !== form) sent.current = { form, key: crypto.randomUUID() };
        return call(createStory, { body, idempotencyKey: sent.current.key });
      },
      onSuccess: (story) => {
        sent.current = { form: '', key: '' };
        const { content: _text, ...item } = story;
        client.setQueryData<StoryItem[]>(
          readKey(listStories),
          (rows) => rows && [item, ...rows.filter(({ id }) => id !== story.id)],
        );
        void client.invalidateQueries({ queryKey: readKey(listStories), exact: true });
        showToast({
          title: 'Story Created!',
          description: 'Your personal story has been created. You can now edit and enhance it.',
          durationMs: 10_000,
          action: { label: 'Open', run: () => onOpen(story) },
        });
        onCreated(story);
      },
      onError: (error) => {
        if (isSignedOut(error)) return;
        const isPlan = error instanceof ApiError && error.problem?.code.startsWith('plan.') === true;
        showToast({
          title: isPlan ? 'Pro Plan Required' : 'Creation Failed',
          description: messageOf(error, 'Failed to create your story. Please try again.'),
          tone: 'destructive',
        });
      },
    },
    anyInput,
  );
}
