import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '../../../app/error-boundary.tsx';
import { onOpenPalette } from '../palette-events.ts';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: Loaded }) => ({ default: Loaded })));

/** The palette is fetched when it is first asked for. */
export function PaletteHost() {
  const [openings, setOpenings] = useState(0);
  useEffect(() => onOpenPalette(() => setOpenings((count) => count + 1)), []);
  if (openings === 0) return null;
  return (
    <ErrorBoundary>
      <Suspense>
        <Palette key={openings} />
      </Suspense>
    </ErrorBoundary>
  );
}
