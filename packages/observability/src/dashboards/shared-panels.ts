import type { ProcessName } from '@inkbear/contracts/services';
import { errorRatioName } from '../alerts.ts';
import type { Line, Panel, Row } from '../panels.ts';
import { current, observations, quantile, rate, ratio, type Query } from '../promql.ts';
import { slos } from '../slos.ts';

export const line = (query: Query, legend: string): Line => ({ query, legend });
const failed = { 'http.response.status_code': '5..' };
export const event = 'messaging.destination.name';
export const group = 'messaging.consumer.group.name';

/** Rate, errors and duration of the requests of a process, or of all by process. */
export function requestPanels(service: ProcessName | null): Panel[] {
  const where = service === null ? {} : { service };
  const by = service === null ? ['service'] : ['http.route'];
  const legend = service === null ? '{{service}}' : '{{http_route}}';
  return [
    {
      title: 'Requests',
      unit: 'reqps',
      lines: [line(observations('http.server.request.duration', { where, by }), legend)],
    },
    {
      title: 'Replies with a server error',
      description: 'The share of 5xx replies. A 503 with Retry-After counts too.',
      unit: 'percentunit',
      redFrom: 0.05,
      lines: [
        line(
          ratio(
            observations('http.server.request.duration', { where: { ...where, ...failed }, by }),
            observations('http.server.request.duration', { where, by }),
          ),
          legend,
        ),
      ],
    },
    {
      title: 'Duration, p99',
      unit: 's',
      lines: [line(quantile(0.99, 'http.server.request.duration', { where, by }), legend)],
    },
    {
      title: 'Duration, p50',
      unit: 's',
      lines: [line(quantile(0.5, 'http.server.request.duration', { where, by }), legend)],
    },
  ];
}

export function runtimePanels(service: ProcessName | null): Panel[] {
  const where = service === null ? {} : { service };
  const by = service === null ? ['service'] : ['instance'];
  const legend = service === null ? '{{service}}' : '{{instance}}';
  return [
    {
      title: 'Event-loop delay, p99',
      description: 'Contains the sampling interval of 20 ms.',
      unit: 's',
      redFrom: 0.2,
      lines: [line(current('max', 'nodejs.eventloop.delay.p99', { where, by }), legend)],
    },
    {
      title: 'Heap in use',
      unit: 'bytes',
      lines: [line(current('sum', 'v8js.memory.heap.used', { where, by }), legend)],
    },
    {
      title: 'Event-loop utilization',
      description: 'Near 1, the process needs another replica.',
      unit: 'percentunit',
      lines: [line(current('max', 'nodejs.eventloop.utilization', { where, by }), legend)],
    },
  ];
}

export const poolPanels = (where: Readonly<Record<string, string>>): Panel[] => [
  {
    title: 'Jobs running and waiting',
    unit: 'short',
    lines: [
      line(current('sum', 'inkbear.pool.running', { where, by: ['pool'] }), '{{pool}} running'),
      line(current('sum', 'inkbear.pool.waiting', { where, by: ['pool'] }), '{{pool}} waiting'),
    ],
  },
  {
    title: 'Wait for a slot, p99',
    unit: 's',
    lines: [line(quantile(0.99, 'inkbear.pool.wait.duration', { where, by: ['pool'] }), '{{pool}}')],
  },
  {
    title: 'Refused jobs',
    description:
      "total: the queue of all users was full. share: one user's part of the queue was full. wait: no slot became free in time.",
    unit: 'ops',
    lines: [line(rate('inkbear.pool.refused', { where, by: ['pool', 'bound'] }), '{{pool}} {{bound}}')],
  },
];

export const problemPanel = (where: Readonly<Record<string, string>>): Panel => ({
  title: 'Problem replies by code',
  unit: 'ops',
  lines: [line(rate('inkbear.http.problems', { where, by: ['code'] }), '{{code}}')],
});

export const sloRow: Row = {
  title: 'Service level objectives',
  panels: slos.map(({ name, promise, objective }) => ({
    title: name,
    description: `${promise} Objective: ${objective * 100} %.`,
    unit: 'percentunit',
    type: 'stat',
    redFrom: Number((1 - objective).toFixed(6)),
    lines: [line({ expr: `${errorRatioName('6h')}{slo="${name}"}`, reads: [] }, 'bad requests in 6 h')],
  })),
};

export const outboxPanels: readonly Panel[] = [
  {
    title: 'Events that wait in the outbox',
    unit: 'short',
    lines: [line(current('max', 'inkbear.outbox.waiting', { by: ['service'] }), '{{service}}')],
  },
  {
    title: 'Age of the oldest of them',
    unit: 's',
    redFrom: 60,
    lines: [line(current('max', 'inkbear.outbox.oldest.age', { by: ['service'] }), '{{service}}')],
  },
];
export const deadLetterPanel: Panel = {
  title: 'Open dead letters',
  unit: 'short',
  redFrom: 1,
  lines: [line(current('max', 'inkbear.dead_letters.open', { by: [group] }), '{{messaging_consumer_group_name}}')],
};
export const dependencyPanel: Panel = {
  title: 'Connections',
  description: '1: every replica is connected; 0: at least one is not.',
  unit: 'short',
  lines: [
    line(current('min', 'inkbear.dependency.up', { by: ['service', 'dependency'] }), '{{service}} {{dependency}}'),
  ],
};
