import { saveEverything } from '@inkbear/web-kit/sign-out-guard.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';

/** Reloads the page once everything is saved. Otherwise the page stays: a reload would show an older text. */
export async function reloadWhenSaved(
  flush: () => Promise<boolean>,
  reload: () => void = () => window.location.reload(),
): Promise<void> {
  if ((await flush()) && (await saveEverything())) return reload();
  showToast({
    title: 'Not reloaded',
    description: 'Your latest changes are not saved yet. They are kept here; please try again once they are saved.',
    tone: 'destructive',
  });
}
