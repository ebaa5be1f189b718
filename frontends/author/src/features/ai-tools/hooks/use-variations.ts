import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { generateEnhancementOptions } from '@inkbear/contracts/ai/writing';
import { ApiError, isRefusedByServer, messageOf } from '@inkbear/web-kit/api-error.ts';
import { useWarnBeforeUnload } from '@inkbear/web-kit/page-unload.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { UnsavedChoiceError } from '../../../kit/unsaved-choice-error.ts';
import { useRefreshAiUsage } from '../ai.api.ts';
import { variationCount } from '../actions.ts';

export interface VariationsContext {
  readonly book: { readonly title: string; readonly genre: string };
  readonly chapterId: string;
  readonly selectedText: string;
  readonly fullContent: string;
  /** Start of the selection in `fullContent`, in UTF-16 units. */
  readonly passageStart: number;
  /** The saved revision of `fullContent`; null when it is not saved. */
  readonly askedRev: number | null;
  /** Saves the author's context choice and resolves with the stored one, which the request then contains. */
  readonly saveChoice: () => Promise<ContextChoice>;
}
export interface VariationsRequest {
  readonly type: 'tone' | 'expand';
  readonly option: string;
  readonly variantOf?: string | undefined;
}

const failureText = 'Failed to generate options. Please try again.';

/**
 * Generates variations of the selection; `received` has those of the running request. When the author closes the dialog
 * or presses Stop, the server aborts the work.
 */
export function useVariations(selection: VariationsContext) {
  const refreshAiUsage = useRefreshAiUsage();
  const running = useRef<AbortController | null>(null);
  const [received, setReceived] = useState<readonly string[]>([]);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: async (request: VariationsRequest) => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      setReceived([]);
      try {
        const context = await untilAborted(selection.saveChoice(), control.signal);
        const { options, resultId } = await stream(
          generateEnhancementOptions,
          { signal: control.signal, body: { ...bodyOf(selection, request), context } },
          { onPartial: (value) => setReceived((value.options ?? []).slice(0, variationCount)) },
        );
        return { options: options.slice(0, variationCount), resultId };
      } catch (error) {
        if (control.signal.aborted) return null;
        throw error;
      }
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return;
      showToast({ title: 'Generation Error', description: refusalText(error), tone: 'destructive' });
    },
    onSettled: (reply) => refreshAiUsage(reply ? 'succeeded' : 'failed'),
  });
  useWarnBeforeUnload(mutation.isPending);
  return { ...mutation, received, stop: () => running.current?.abort() };
}

const bodyOf = (
  { book, chapterId, selectedText, fullContent, passageStart, askedRev }: VariationsContext,
  { type, option, variantOf }: VariationsRequest,
) => ({
  selectedText,
  fullContent,
  passageStart,
  bookContext: { title: book.title, genre: book.genre },
  chapterId,
  enhancementType: type,
  specificOption: option,
  requestedVariations: variationCount,
  spellingPreference: 'uk' as const,
  ...(variantOf === undefined ? {} : { variantOf }),
  ...(askedRev === null ? {} : { askedRev }),
});

/** A refusal shows the server's message, because a retry would not help. */
export function refusalText(error: unknown): string {
  if (error instanceof UnsavedChoiceError) return error.message;
  return isRefusedByServer(error) ? messageOf(error, failureText) : failureText;
}
