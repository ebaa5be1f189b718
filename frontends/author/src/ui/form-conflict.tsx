import { FieldConflict } from '@inkbear/ui-kit/field-conflict.tsx';
import type { SharedForm } from '@inkbear/web-kit/use-shared-form.ts';

interface Props<F> {
  form: Pick<SharedForm<F>, 'conflicts' | 'keepMine' | 'acceptStored'>;
  name: keyof F;
  label: string;
  /** The stored text as the author would read it; by default as it is stored. */
  describe?: (stored: string) => string;
}

/** When a field was changed here and elsewhere, shows the value from elsewhere, and the author chooses one of the two. */
export function FormConflict<F>({ form, name, label, describe = (stored) => stored }: Props<F>) {
  const stored = form.conflicts[name] as string | undefined;
  if (stored === undefined) return null;
  return (
    <FieldConflict
      label={label}
      text={describe(stored)}
      onKeep={() => form.keepMine(name)}
      onUseSaved={() => form.acceptStored(name)}
    />
  );
}
