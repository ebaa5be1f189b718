import type { Dashboard } from '../panels.ts';
import { increase, observations, rate } from '../promql.ts';
import { event, line, problemPanel } from './shared-panels.ts';

const moneyWhere = { service: 'billing' } as const;
export const money: Dashboard = {
  uid: 'money',
  title: 'money',
  description: 'From a payment to the plan, and what AI costs.',
  rows: [
    {
      title: 'Payments',
      panels: [
        {
          title: 'Requests to billing',
          unit: 'reqps',
          lines: [
            line(
              observations('http.server.request.duration', { where: moneyWhere, by: ['http.route'] }),
              '{{http_route}}',
            ),
          ],
        },
        {
          title: 'Replies to the provider’s webhook',
          description: 'The provider repeats every webhook that was not answered with 2xx.',
          unit: 'reqps',
          lines: [
            line(
              observations('http.server.request.duration', {
                where: { ...moneyWhere, 'http.route': 'billingWebhook' },
                by: ['http.response.status_code'],
              }),
              '{{http_response_status_code}}',
            ),
          ],
        },
        {
          title: 'Events of billing',
          unit: 'ops',
          lines: [
            line(rate('inkbear.relay.published', { where: moneyWhere, by: [event] }), '{{messaging_destination_name}}'),
          ],
        },
        problemPanel(moneyWhere),
      ],
    },
    {
      title: 'Cost of AI',
      panels: [
        {
          title: 'USD in 24 hours by kind',
          unit: 'currencyUSD',
          lines: [line(increase('inkbear.ai.cost', { by: ['kind'], over: '1d' }), '{{kind}}')],
        },
        {
          title: 'USD per hour',
          unit: 'currencyUSD',
          lines: [line(increase('inkbear.ai.cost', { over: '1h' }), 'all kinds')],
        },
      ],
    },
  ],
};
