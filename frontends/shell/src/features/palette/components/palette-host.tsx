import { showToast } from '@inkbear/web-kit/toast.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { onOpenPalette } from '../../../platform/palette-events.ts';

/** Loads the palette when it is first opened. */
export function PaletteHost() {
  const [openings, setOpenings] = useState(0);
  const [Palette, setPalette] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      onOpenPalette(() => {
        setOpenings((count) => count + 1);
        import('./palette.tsx').then(
          (module) => setPalette(() => module.Palette),
          () =>
            showToast({
              title: 'Search could not be loaded',
              description: 'Check your connection and try again.',
              tone: 'destructive',
            }),
        );
      }),
    [],
  );
  return openings > 0 && Palette !== null ? <Palette key={openings} /> : null;
}
