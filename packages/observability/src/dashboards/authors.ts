import type { Dashboard } from '../panels.ts';
import { observations, quantile, rate } from '../promql.ts';
import { line, sloRow } from './shared-panels.ts';

export const authors: Dashboard = {
  uid: 'authors',
  title: 'the authors’ experience',
  description: 'What authors notice: saves, reads, AI and exports.',
  rows: [
    sloRow,
    {
      title: 'Saving',
      panels: [
        {
          title: 'Saves by outcome',
          description: 'A conflict keeps both texts and asks the author.',
          unit: 'ops',
          lines: [
            line(rate('inkbear.manuscript.saves', { by: ['manuscript', 'outcome'] }), '{{manuscript}} {{outcome}}'),
          ],
        },
        {
          title: 'Duration of saves at the gateway, p99',
          unit: 's',
          redFrom: 1,
          lines: [
            line(
              quantile(0.99, 'http.server.request.duration', {
                where: { service: 'gateway', 'http.route': ['patchChapter', 'saveChapter', 'patchStory', 'saveStory'] },
                by: ['http.route'],
              }),
              '{{http_route}}',
            ),
          ],
        },
        {
          title: 'Refusals by a storage quota',
          unit: 'ops',
          lines: [line(rate('inkbear.quota.refusals', { by: ['service', 'limit'] }), '{{service}} {{limit}}')],
        },
      ],
    },
    {
      title: 'Waiting',
      panels: [
        {
          title: 'Time to the first AI words, p95',
          unit: 's',
          redFrom: 5,
          lines: [line(quantile(0.95, 'gen_ai.client.operation.time_to_first_chunk'), 'all kinds')],
        },
        {
          title: 'Duration of exports, p95',
          unit: 's',
          redFrom: 60,
          lines: [
            line(
              quantile(0.95, 'inkbear.export.duration', { where: { outcome: 'finished' }, by: ['format'] }),
              '{{format}}',
            ),
          ],
        },
        {
          title: 'Exports that did not finish',
          unit: 'ops',
          lines: [
            line(
              observations('inkbear.export.duration', {
                where: { outcome: ['busy', 'failed'] },
                by: ['format', 'outcome'],
              }),
              '{{format}} {{outcome}}',
            ),
          ],
        },
      ],
    },
  ],
};
