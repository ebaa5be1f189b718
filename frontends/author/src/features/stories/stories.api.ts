import {
  createStory,
  deleteStory,
  getStory,
  listStories,
  saveStory,
  type Story,
} from '@inkbear/contracts/stories/story';
import { newStoryTitle, type StoryAnswers, targetWordsOf } from '@inkbear/contracts/stories/story-templates';
import type { StoryType } from '@inkbear/contracts/stories/story-types';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import type { StoryItem } from '@inkbear/web-kit/list-items.ts';
import { read, readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type Deletion, useMoveToTrash } from '../../kit/use-move-to-trash.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { StoryInformation } from './information.ts';

/** Cache keys of Personal Stories. `list()` is a prefix of all other keys. */
export const storyKeys = {
  list: () => readKey(listStories),
  one: (id: string) => readKey(getStory, { params: { id } }),
};

export const storiesQuery = () => read(listStories);
export const storyQuery = (id: string) => read(getStory, { params: { id } });

/** Refetches the list of stories, but none of the stories. */
export const invalidateStoryList = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: storyKeys.list(), exact: true });

/** Refetches one story, but nothing below it. */
export const invalidateStory = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: storyKeys.one(id), exact: true });

/** The current text from the server. The cached list may be older than a story that was just closed. */
export const fetchStory = (id: string): Promise<Story> => call(getStory, { params: { id } });

interface NewStory {
  readonly type: StoryType;
  readonly answers: StoryAnswers;
}

interface Creation {
  readonly onCreated: (story: Story) => void;
  readonly onOpen: (story: Story) => void;
}

/** Creates a story without text. An idempotency key makes a retry of the same answers return the same story. */
export function useCreateStory({ onCreated, onOpen }: Creation) {
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
          storyKeys.list(),
          (rows) => rows && [item, ...rows.filter(({ id }) => id !== story.id)],
        );
        void invalidateStoryList(client);
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

/**
 * Saves the story metadata with optimistic locking: after a concurrent change, the form receives the stored values and
 * shows both.
 */
export function useSaveInformation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: Partial<StoryInformation> & { seen?: Partial<StoryInformation> }) =>
      call(saveStory, { params: { id }, body: fields }),
    onSuccess: (story) => {
      client.setQueryData(storyKeys.one(id), story);
      void invalidateStoryList(client);
      showToast({ title: 'Metadata Saved' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412) void invalidateStory(client, id);
      if (!isSignedOut(error))
        showToast({
          title: 'Story information not saved',
          description: messageOf(error, 'Please try again. What you typed is still in the form.'),
          tone: 'destructive',
        });
    },
  });
}

/** Moves a story to the trash; the toast offers Undo. */
export const useDeleteStory = (deletion: Deletion) =>
  useMoveToTrash({
    noun: 'story',
    listKey: storyKeys.list(),
    itemKey: storyKeys.one,
    send: (id) => call(deleteStory, { params: { id } }),
    ...deletion,
  });
