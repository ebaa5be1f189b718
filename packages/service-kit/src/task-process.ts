/** What a `ProcessPool` sends to a child process. */
export interface TaskMessage<Task> {
  readonly task: Task;
}

export type FinalReply<Result> = { readonly result: Result } | { readonly error: Error };
/** What a child process sends: any number of reports, and then the result or the error. */
export type TaskReply<Result, Report> = { readonly report: Report } | FinalReply<Result>;

/**
 * Serves a `ProcessPool`, which starts this process from the module that calls this function. Tasks come one after the
 * other; each is answered with the result of `run` or with its error. The process ends when its parent does: at once while
 * it waits, and at its next report while it runs a task.
 */
export function serveTasks<Task, Result, Report>(
  run: (task: Task, report: (report: Report) => void) => Promise<Result>,
): void {
  const parent = process.ppid;
  const send = (reply: TaskReply<Result, Report>): void => {
    // While a task runs, its code may never let the event loop notice the disconnection.
    if (process.ppid !== parent) process.exit();
    process.send?.(reply);
  };
  process.on('disconnect', () => process.exit());
  process.on('message', ({ task }: TaskMessage<Task>) => {
    run(task, (report) => send({ report })).then(
      (result) => send({ result }),
      (error: unknown) => send({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
  });
}
