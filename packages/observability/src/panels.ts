import type { Query } from './promql.ts';

/** A unit of Grafana's field configuration. */
type Unit = 's' | 'reqps' | 'percentunit' | 'short' | 'bytes' | 'currencyUSD' | 'ops' | 'bool_yes_no';

export interface Line {
  readonly query: Query;
  /** The legend; labels in double braces. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  /** What the panel shows and what to do when it looks wrong. */
  readonly description?: string;
  readonly unit: Unit;
  /** `stat` shows the last value large, `timeseries` draws lines, `table` lists the last values by label. */
  readonly type?: 'timeseries' | 'stat' | 'table';
  readonly lines: readonly Line[];
  /** Values from which a number is shown in red. */
  readonly redFrom?: number;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** The file name and the stable address in Grafana. */
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
}

const gridWidth = 24;
const panelHeight = 8;
const datasource = { type: 'prometheus', uid: '${datasource}' };

function thresholds({ redFrom }: Panel) {
  const steps = [{ color: 'green', value: null }, ...(redFrom === undefined ? [] : [{ color: 'red', value: redFrom }])];
  return { mode: 'absolute', steps };
}

const renderPanel = (panel: Panel, id: number, gridPos: object) => ({
  id,
  type: panel.type ?? 'timeseries',
  title: panel.title,
  ...(panel.description === undefined ? {} : { description: panel.description }),
  datasource,
  gridPos,
  fieldConfig: { defaults: { unit: panel.unit, min: 0, thresholds: thresholds(panel) }, overrides: [] },
  options: panel.type === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] } } : {},
  targets: panel.lines.map(({ query, legend }, index) => ({
    refId: String.fromCodePoint('A'.codePointAt(0)! + index),
    expr: query.expr,
    legendFormat: legend,
    datasource,
    ...(panel.type === 'table' ? { format: 'table', instant: true } : {}),
  })),
});

/** The dashboard as Grafana imports it. Rows fill the width of the page with panels of equal size. */
export function renderDashboard({ uid, title, description, rows }: Dashboard): object {
  let id = 0;
  let y = 0;
  const panels = rows.flatMap((row) => {
    const heading = {
      id: (id += 1),
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: gridWidth, h: 1 },
      panels: [],
    };
    y += 1;
    const w = Math.floor(gridWidth / Math.min(row.panels.length, 4));
    const perLine = Math.floor(gridWidth / w);
    const placed = row.panels.map((panel, index) =>
      renderPanel(panel, (id += 1), {
        x: (index % perLine) * w,
        y: y + Math.floor(index / perLine) * panelHeight,
        w,
        h: panelHeight,
      }),
    );
    y += Math.ceil(row.panels.length / perLine) * panelHeight;
    return [heading, ...placed];
  });
  return {
    uid: `inkbear-${uid}`,
    title: `Inkbear: ${title}`,
    description,
    tags: ['inkbear'],
    schemaVersion: 39,
    editable: false,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source', current: {} }],
    },
    panels,
  };
}
