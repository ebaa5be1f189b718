import { generateEnhancementOptions } from '@inkbear/contracts/ai/writing';
import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { ApiError, messageOf } from '@inkbear/web-kit/api-error.ts';
import { useWarnBeforeUnload } from '@inkbear/web-kit/page-unload.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { shownVariations } from '../actions.ts';

export interface OptionsPlace {
  readonly book: { readonly title: string; readonly genre: string };
  readonly chapterId: string;
  readonly selectedText: string;
  readonly fullContent: string;
  /** Where the selection begins in it, in UTF-16 units. */
  readonly passageStart: number;
  /** The saved revision that `fullContent` is; null when it is not saved. */
  readonly askedRev: number | null;
  readonly context: ContextChoice;
}
export interface OptionsWish {
  readonly type: 'tone' | 'expand';
  readonly option: string;
  readonly variantOf?: string | undefined;
}

const sentence = 'Failed to generate options. Please try again.';

/** A few ways to put the selection. Closing the dialog or Stop ends the work on the server. */
export function useOptions({
  book,
  chapterId,
  selectedText,
  fullContent,
  passageStart,
  askedRev,
  context,
}: OptionsPlace) {
  const refreshCounters = useRefreshCounters();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const asking = useMutation({
    mutationFn: async ({ type, option, variantOf }: OptionsWish) => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const body = {
        selectedText,
        fullContent,
        passageStart,
        bookContext: { title: book.title, genre: book.genre },
        chapterId,
        enhancementType: type,
        specificOption: option,
        requestedVariations: shownVariations,
        spellingPreference: 'uk' as const,
        context,
        ...(variantOf === undefined ? {} : { variantOf }),
        ...(askedRev === null ? {} : { askedRev }),
      };
      try {
        const { options, resultId } = await stream(
          generateEnhancementOptions,
          { signal: control.signal, body },
          { onDelta: () => undefined },
        );
        return { options: options.slice(0, shownVariations), resultId };
      } catch (error) {
        if (control.signal.aborted) return null;
        throw error;
      }
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      showToast({ title: 'Generation Error', description: refusalText(error), tone: 'destructive' });
    },
    onSettled: refreshCounters,
  });
  useWarnBeforeUnload(asking.isPending);
  return { ...asking, stop: () => running.current?.abort() };
}

/** A refusal says why in the server's words; trying again would not help. */
export const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? messageOf(error, sentence) : sentence;
