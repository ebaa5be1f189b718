import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../kit/failure-text.ts';
import { useUrlParams } from '../../../kit/lists/use-url-params.ts';
import { findFigure } from '../figures.ts';
import { analyticsQuery } from '../overview.api.ts';
import { FigureGrid } from './figure-grid.tsx';
import { FigurePanel, panelId } from './figure-panel.tsx';
import styles from './overview.module.css';

/** On a phone the months are below the figures, outside the visible area. */
function scrollToPanel(): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  document.getElementById(panelId)?.scrollIntoView({ block: 'nearest', behavior });
}

/** Twelve figures, and one of them over twelve months. */
export function Overview() {
  const { params, update } = useUrlParams();
  const analytics = useQuery(analyticsQuery);
  const figure = findFigure(params.get('figure'));
  return (
    <>
      {analytics.isError && (
        <p className={styles['failed']} role="alert">
          {failureText(analytics.error, 'The figures could not be loaded.') ?? 'The session has ended.'}{' '}
          <PlainButton small onClick={() => void analytics.refetch()}>
            Try again
          </PlainButton>
        </p>
      )}
      <FigureGrid
        analytics={analytics.data}
        selected={figure.name}
        onSelect={(name) => {
          update({ figure: name });
          scrollToPanel();
        }}
      />
      <FigurePanel
        figure={figure}
        view={params.get('as') === 'table' ? 'table' : 'chart'}
        onView={(view) => update({ as: view === 'table' ? view : null }, { replace: true })}
      />
    </>
  );
}
