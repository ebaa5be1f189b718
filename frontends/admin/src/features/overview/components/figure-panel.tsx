import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SegmentedChoice } from '@inkbear/ui-kit/segmented-choice.tsx';
import { SkeletonCards } from '@inkbear/ui-kit/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import type { Figure } from '../figures.ts';
import { analyticsHistoryQuery } from '../overview.api.ts';
import { MonthChart } from './month-chart.tsx';
import { MonthTable } from './month-table.tsx';
import styles from './overview.module.css';

export const panelId = 'figure-panel';
export type PanelView = 'chart' | 'table';

/** One figure over twelve months, as a chart or a table. */
export function FigurePanel({
  figure,
  view,
  onView,
}: {
  figure: Figure;
  view: PanelView;
  onView: (view: PanelView) => void;
}) {
  return (
    <section id={panelId} className={styles['panel']} aria-labelledby="figure-title">
      <header className={styles['head']}>
        <div>
          <h2 id="figure-title" className={styles['heading']}>
            {figure.title}
          </h2>
          <p className={styles['note']}>{figure.note}. Months are in UTC.</p>
        </div>
        <SegmentedChoice
          label="Show as"
          name="figure-view"
          value={view}
          options={[
            ['chart', 'Chart'],
            ['table', 'Table'],
          ]}
          onChange={onView}
        />
      </header>
      <Months figure={figure} view={view} />
    </section>
  );
}

function Months({ figure, view }: { figure: Figure; view: PanelView }) {
  const history = useQuery(analyticsHistoryQuery);
  if (history.isPending) return <SkeletonCards count={1} height={280} />;
  if (history.isError)
    return (
      <ErrorState
        level={2}
        title="The months could not be loaded"
        text="The figures above are not affected."
        action={<PlainButton onClick={() => void history.refetch()}>Try again</PlainButton>}
      />
    );
  return view === 'chart' ? (
    <MonthChart figure={figure} months={history.data} />
  ) : (
    <MonthTable figure={figure} months={history.data} />
  );
}
