import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FirstResult, canTryAgain, nextFirstResult } from '@inkbear/web-kit/free-retries.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import {
  abortRequest,
  idleRequest,
  type StreamingRequest,
  useStreamingRequest,
} from '../../../kit/use-streaming-request.ts';
import { useRefreshAiUsage } from '../../ai-tools/ai.api.ts';
import { failureText } from '../failure.ts';
import type { IdeaTool } from '../idea-tool.ts';

/** A result and the form it was requested with; without `first` it is a saved result. */
export interface IdeaResult<Form, Answer> {
  /** The form that was submitted. The name is stored in the session. */
  readonly asked: Form;
  readonly answer: Answer;
  readonly first?: FirstResult;
}
interface ToolState<Form, Answer> {
  readonly form: Form;
  readonly found: IdeaResult<Form, Answer> | null;
  readonly request: StreamingRequest;
  /** The fields of the last answer that were complete while it streamed; null when there were none. */
  readonly partial: Partial<Answer> | null;
}
type AnyToolState = ToolState<object, unknown>;

const toolStates = new SessionStore<AnyToolState>({
  dispose: ({ request }) => abortRequest(request),
  needsUnloadWarning: ({ request }) => request.state === 'running',
  persistence: {
    name: 'ideas',
    toJson: ({ form, found }) => ({ form, found }),
    fromJson: (json) => ({ ...(json as Pick<AnyToolState, 'form' | 'found'>), request: idleRequest, partial: null }),
  },
});

/** Form, request and result of one tool; they survive opening another tool and a reload. */
export function useIdea<Form extends object, Answer>(tool: IdeaTool<Form, Answer>) {
  const initialState: ToolState<Form, Answer> = { form: tool.empty, found: null, request: idleRequest, partial: null };
  const toolState = (useSessionValue(toolStates, tool.kind) ?? initialState) as ToolState<Form, Answer>;
  const currentState = () => (toolStates.get(tool.kind) ?? initialState) as ToolState<Form, Answer>;
  const change = (part: Partial<ToolState<Form, Answer>>) => toolStates.set(tool.kind, { ...currentState(), ...part });

  const { start, stop } = useStreamingRequest(() => currentState().request, useRefreshAiUsage());

  const ask = (form: Form, first?: FirstResult) =>
    start({
      begin: (request) => change({ request, partial: null }),
      send: ({ signal, isCurrent }) =>
        tool.ask(form, {
          signal,
          onPartial: (partial) => {
            if (isCurrent()) change({ partial });
          },
          ...(first === undefined ? {} : { variantOf: first.resultId }),
        }),
      onEnd: (outcome) => {
        if (outcome.state === 'stopped') return change({ request: idleRequest });
        if (outcome.state === 'failed') {
          const { error } = outcome;
          change({ request: { state: 'failed', error } });
          if (!handleUnauthorised(error))
            showToast({ title: tool.failed.title, description: failureText(tool, error), tone: 'destructive' });
          return;
        }
        const { resultId, ...reply } = outcome.result;
        change({
          request: idleRequest,
          found: {
            asked: form,
            answer: reply as unknown as Answer,
            first: nextFirstResult(first, resultId, Date.now()),
          },
        });
        if (tool.done !== undefined) showToast({ title: tool.done });
      },
    });
  const { request } = toolState;
  return {
    ...toolState,
    form: { ...tool.empty, ...toolState.form },
    /** Null when no request is running; `since` in milliseconds. */
    asking: request.state === 'running' ? { since: request.startedAt } : null,
    error: request.state === 'failed' && !isSignedOut(request.error) ? request.error : null,
    change: (part: Partial<Form>) => change({ form: { ...currentState().form, ...part } }),
    ask: () => ask(currentState().form),
    /** Does nothing when no retry is left for this result. */
    tryAgain: () => {
      const { found } = currentState();
      if (found && canTryAgain(found.first, Date.now())) ask(found.asked, found.first);
    },
    stop,
    open: (found: IdeaResult<Form, Answer>) => change({ found, request: withoutError(currentState().request) }),
    /** Clears form and result. */
    restart: () => change({ form: tool.empty, found: null, request: withoutError(currentState().request) }),
  };
}

/** A running request continues; an error is cleared. */
const withoutError = (request: StreamingRequest): StreamingRequest =>
  request.state === 'failed' ? idleRequest : request;

/** Fills a tool's form with the result of another tool; a toast offers to restore the previous input. */
export function prefillIdea<Form extends object, Answer>(tool: IdeaTool<Form, Answer>, given: Partial<Form>): void {
  const before = toolStates.get(tool.kind);
  const form = { ...tool.empty, ...given };
  const request = withoutError(before?.request ?? idleRequest);
  toolStates.set(tool.kind, { form, found: null, request, partial: before?.partial ?? null });
  const typed = JSON.stringify(before?.form ?? tool.empty);
  if (before && typed !== JSON.stringify(tool.empty) && typed !== JSON.stringify(form))
    showToast({
      title: 'The form was filled in for you',
      description: 'Your earlier input can be restored.',
      action: {
        label: 'Restore',
        run: () => {
          const { request: current, partial } = toolStates.get(tool.kind) ?? { request: idleRequest, partial: null };
          toolStates.set(tool.kind, { ...before, request: current, partial });
        },
      },
    });
}
