import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { type FirstResult, mayTryAgain, nextFirst } from '@inkbear/web-kit/try-again.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
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
  /** Null when no request is running; `since` in milliseconds. */
  readonly asking: { readonly control: AbortController; readonly since: number } | null;
  readonly error: unknown;
}
type AnyWork = Work<object, unknown>;

const works = new SessionStore<AnyWork>({
  dispose: ({ asking }) => asking?.control.abort(),
  needsUnloadWarning: ({ asking }) => asking !== null,
  persistence: {
    name: 'ideas',
    toJson: ({ form, found }) => ({ form, found }),
    fromJson: (json) => ({ ...(json as Pick<AnyWork, 'form' | 'found'>), asking: null, error: null }),
  },
});

/** Form, request and result of one tool; they survive opening another tool and a reload. */
export function useIdea<Form extends object, Answer>(tool: IdeaTool<Form, Answer>) {
  const fresh: Work<Form, Answer> = { form: tool.empty, found: null, asking: null, error: null };
  const work = (useSessionValue(works, tool.kind) ?? fresh) as Work<Form, Answer>;
  const refreshCounters = useRefreshCounters();
  const now = () => (works.get(tool.kind) ?? fresh) as Work<Form, Answer>;
  const change = (part: Partial<Work<Form, Answer>>) => works.set(tool.kind, { ...now(), ...part });

  const ask = async (form: Form, first?: FirstResult) => {
    if (now().asking !== null) return;
    const control = new AbortController();
    change({ asking: { control, since: Date.now() }, error: null });
    const isCurrent = () => now().asking?.control === control;
    try {
      const { resultId, ...reply } = await tool.ask(form, {
        signal: control.signal,
        ...(first === undefined ? {} : { variantOf: first.resultId }),
      });
      if (!isCurrent()) return;
      change({
        asking: null,
        found: { asked: form, answer: reply as unknown as Answer, first: nextFirst(first, resultId, Date.now()) },
      });
      if (tool.done !== undefined) showToast({ title: tool.done });
    } catch (error) {
      if (!isCurrent()) return;
      change({ asking: null, ...(control.signal.aborted ? {} : { error }) });
      if (control.signal.aborted || handleUnauthorised(error)) return;
      showToast({ title: tool.failed.title, description: failureText(tool, error), tone: 'destructive' });
    } finally {
      refreshCounters();
    }
  };
  return {
    ...work,
    form: { ...tool.empty, ...work.form },
    error: isSignedOut(work.error) ? null : work.error,
    change: (part: Partial<Form>) => change({ form: { ...now().form, ...part } }),
    ask: () => void ask(now().form),
    /** Does nothing when no retry is left for this result. */
    tryAgain: () => {
      const { found } = now();
      if (found && mayTryAgain(found.first, Date.now())) void ask(found.asked, found.first);
    },
    stop: () => now().asking?.control.abort(),
    open: (found: Found<Form, Answer>) => change({ found, error: null }),
    /** Clears form and result. */
    restart: () => change({ form: tool.empty, found: null, error: null }),
  };
}

/** Fills a tool's form with the result of another tool; a toast offers to restore the previous input. */
export function beginIdea<Form extends object, Answer>(tool: IdeaTool<Form, Answer>, given: Partial<Form>): void {
  const before = works.get(tool.kind);
  const form = { ...tool.empty, ...given };
  works.set(tool.kind, { form, found: null, asking: before?.asking ?? null, error: null });
  const typed = JSON.stringify(before?.form ?? tool.empty);
  if (before && typed !== JSON.stringify(tool.empty) && typed !== JSON.stringify(form))
    showToast({
      title: 'The form was filled in for you',
      description: 'What stood there before can be brought back.',
      action: {
        label: 'Bring it back',
        run: () => works.set(tool.kind, { ...before, asking: works.get(tool.kind)?.asking ?? null }),
      },
    });
}
