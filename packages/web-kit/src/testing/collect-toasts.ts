import { afterEach, beforeEach } from '@jest/globals';
import { onToast, type Toast } from '../toast.ts';

/** Collects the toasts of the current test in order; the list is emptied before each test. */
export function collectToasts(): Toast[] {
  const toasts: Toast[] = [];
  let stop: () => void;
  beforeEach(() => {
    toasts.length = 0;
    stop = onToast((toast) => toasts.push(toast));
  });
  afterEach(() => stop());
  return toasts;
}
