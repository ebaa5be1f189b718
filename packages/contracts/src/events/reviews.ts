import { defineEvent } from './event-type.ts';
import { adminAction } from './fields.ts';

export const reviewsAdminAction = defineEvent({
  type: 'reviews.admin-action.recorded.v1',
  owner: 'reviews',
  kind: 'fact',
  key: 'action',
  data: adminAction,
});
