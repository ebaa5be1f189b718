import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FirstResult, canTryAgain, nextFirstResult } from '@inkbear/web-kit/try-again.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import {
  abortRequest,
  idleRequest,
  type StreamingRequest,
  useStreamingRequest,
} from '../../ai-tools/streaming-request.api.ts';
import { failureText } from '../failure.ts';
import type { IdeaTool } from '../idea-tool.ts';

/** A result and the form it was requested with; without `first` it is a kept result. */
export interface Found<Form, Answer> {
  readonly asked: Form;
  readonly answer: Answer;
  readonly first?: FirstResult;
}
interface Work<Form, Answer> {
  readonly form: Form;
  readonly found: Found<Form, Answer> | null;
  readonly request: StreamingRequest;
}
type AnyWork = Work<object, unknown>;

const works = new SessionStore<AnyWork>({
  dispose: ({ request }) => abortRequest(request),
  needsUnloadWarning: ({ request }) => request.state === 'running',
  persistence: {
    name: 'ideas',
    toJson: ({ form, found }) => ({ form, found }),
    fromJson: (json) => ({ ...(json as Pick<AnyWork, 'form' | 'found'>), request: idleRequest }),
  },
});

/** Form, request and result of one tool; they survive opening another tool and a reload. */
export function useIdea<Form extends object, Answer>(tool: IdeaTool<Form, Answer>) {
  const fresh: Work<Form, Answer> = { form: tool.empty, found: null, request: idleRequest };
  const work = (useSessionValue(works, tool.kind) ?? fresh) as Work<Form, Answer>;
  const now = () => (works.get(tool.kind) ?? fresh) as Work<Form, Answer>;
  const change = (part: Partial<Work<Form, Answer>>) => works.set(tool.kind, { ...now(), ...part });

  const { start, stop } = useStreamingRequest(() => now().request);

  const ask = (form: Form, first?: FirstResult) =>
    start({
      begin: (request) => change({ request }),
      send: ({ signal }) => tool.ask(form, { signal, ...(first === undefined ? {} : { variantOf: first.resultId }) }),
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
  const { request } = work;
  return {
    ...work,
    form: { ...tool.empty, ...work.form },
    /** Null when no request is running; `since` in milliseconds. */
    asking: request.state === 'running' ? { since: request.startedAt } : null,
    error: request.state === 'failed' && !isSignedOut(request.error) ? request.error : null,
    change: (part: Partial<Form>) => change({ form: { ...now().form, ...part } }),
    ask: () => ask(now().form),
    /** Does nothing when no retry is left for this result. */
    tryAgain: () => {
      const { found } = now();
      if (found && canTryAgain(found.first, Date.now())) ask(found.asked, found.first);
    },
    stop,
    open: (found: Found<Form, Answer>) => change({ found, request: withoutError(now().request) }),
    /** Clears form and result. */
    restart: () => change({ form: tool.empty, found: null, request: withoutError(now().request) }),
  };
}

/** A running request continues; an error is forgotten. */
const withoutError = (request: StreamingRequest): StreamingRequest =>
  request.state === 'failed' ? idleRequest : request;

/** Fills a tool's form with the result of another tool; a toast offers to restore the previous input. */
export function beginIdea<Form extends object, Answer>(tool: IdeaTool<Form, Answer>, given: Partial<Form>): void {
  const before = works.get(tool.kind);
  const form = { ...tool.empty, ...given };
  works.set(tool.kind, { form, found: null, request: withoutError(before?.request ?? idleRequest) });
  const typed = JSON.stringify(before?.form ?? tool.empty);
  if (before && typed !== JSON.stringify(tool.empty) && typed !== JSON.stringify(form))
    showToast({
      title: 'The form was filled in for you',
      description: 'What stood there before can be brought back.',
      action: {
        label: 'Bring it back',
        run: () => works.set(tool.kind, { ...before, request: works.get(tool.kind)?.request ?? idleRequest }),
      },
    });
}
