import type { ProcessName } from '@inkbear/contracts/services';
import type { Dashboard } from '../panels.ts';
import { observations, rate } from '../promql.ts';
import { event, group, line, poolPanels, problemPanel, requestPanels, runtimePanels } from './shared-panels.ts';

/** The dashboard of one process; all are made from this template. */
export const processDashboard = (service: ProcessName): Dashboard => ({
  uid: service,
  title: service,
  description: `Requests, problems, events and load of ${service}.`,
  rows: [
    { title: 'Requests by route', panels: [...requestPanels(service), problemPanel({ service })] },
    {
      title: 'Events',
      panels: [
        {
          title: 'Handled by outcome',
          unit: 'ops',
          lines: [
            line(
              observations('messaging.process.duration', { where: { service }, by: [group, 'outcome'] }),
              '{{messaging_consumer_group_name}} {{outcome}}',
            ),
          ],
        },
        {
          title: 'Published',
          unit: 'ops',
          lines: [
            line(
              rate('inkbear.relay.published', { where: { service }, by: [event] }),
              '{{messaging_destination_name}}',
            ),
          ],
        },
      ],
    },
    { title: 'Load', panels: [...runtimePanels(service), ...poolPanels({ service })] },
  ],
});
