import { getAnalytics } from '@inkbear/contracts/admin/analytics';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../kit/feedback.ts';
import { useAddress } from '../../../kit/lists/use-address.ts';
import { adminRead } from '../../../kit/session/admin-call.ts';
import { figureOf } from '../figures.ts';
import { FigureGrid } from './figure-grid.tsx';
import { FigurePanel, panelId } from './figure-panel.tsx';
import styles from './overview.module.css';

/** On a phone the months are below the figures. */
function showPanel(): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  document.getElementById(panelId)?.scrollIntoView({ block: 'nearest', behavior });
}

/** How Inkbear does: twelve figures, and one of them over twelve months. */
export function Overview() {
  const { words, write } = useAddress();
  const analytics = useQuery(adminRead(getAnalytics));
  const figure = figureOf(words.get('figure'));
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
        chosen={figure.name}
        onChoose={(name) => {
          write({ figure: name });
          showPanel();
        }}
      />
      <FigurePanel
        figure={figure}
        view={words.get('as') === 'table' ? 'table' : 'chart'}
        onView={(view) => write({ as: view === 'table' ? view : null }, { replace: true })}
      />
    </>
  );
}
