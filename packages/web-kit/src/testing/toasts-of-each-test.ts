import { afterEach, beforeEach } from '@jest/globals';
import { onToast, type Toast } from '../toast.ts';

/** The toasts of the test that runs, in their order; empty again before each one. */
export function toastsOfEachTest(): Toast[] {
  const toasts: Toast[] = [];
  let stop: () => void;
  beforeEach(() => {
    toasts.length = 0;
    stop = onToast((toast) => toasts.push(toast));
  });
  afterEach(() => stop());
  return toasts;
}
