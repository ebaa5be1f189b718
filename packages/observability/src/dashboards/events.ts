import type { Dashboard } from '../panels.ts';
import { current, observations, rate } from '../promql.ts';
import { deadLetterPanel, event, group, line, outboxPanels } from './shared-panels.ts';

export const events: Dashboard = {
  uid: 'events',
  title: 'events',
  description: 'From the outbox through NATS to the consumers.',
  rows: [
    {
      title: 'Publishing',
      panels: [
        ...outboxPanels,
        {
          title: 'Published by event',
          unit: 'ops',
          lines: [line(rate('inkbear.relay.published', { by: [event] }), '{{messaging_destination_name}}')],
        },
        {
          title: 'Failed attempts to publish',
          unit: 'ops',
          lines: [line(rate('inkbear.relay.failures', { by: ['service'] }), '{{service}}')],
        },
      ],
    },
    {
      title: 'Handling',
      panels: [
        {
          title: 'Not delivered yet',
          unit: 'short',
          lines: [
            line(current('max', 'inkbear.consumer.pending', { by: [group] }), '{{messaging_consumer_group_name}}'),
          ],
        },
        {
          title: 'Delivered, not acknowledged',
          unit: 'short',
          lines: [
            line(current('max', 'inkbear.consumer.ack_pending', { by: [group] }), '{{messaging_consumer_group_name}}'),
          ],
        },
        {
          title: 'Handled by outcome',
          description: 'Duplicates are normal after a restart; `dead`: an operator must act.',
          unit: 'ops',
          lines: [line(observations('messaging.process.duration', { by: ['outcome'] }), '{{outcome}}')],
        },
        deadLetterPanel,
      ],
    },
  ],
};
