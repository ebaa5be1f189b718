import { body, id, message } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const resetUserAiUsage = defineRoute({
  id: 'resetUserAiUsage',
  owner: 'ai',
  method: 'POST',
  path: '/api/admin/reset-user-ai-usage',
  summary: 'Reset a user’s monthly counters, including coaching',
  access: 'admin',
  rate: 'write',
  body: body({ userId: id }),
  responses: { 200: message },
  errors: ['auth.user_not_found'],
});

export const resetAllAiUsage = defineRoute({
  id: 'resetAllAiUsage',
  owner: 'ai',
  method: 'POST',
  path: '/api/admin/reset-all-ai-usage',
  summary: 'Reset a user’s monthly counters and those of their books, chapters and stories',
  access: 'admin',
  rate: 'write',
  body: body({ userId: id }),
  responses: { 200: message },
  errors: ['auth.user_not_found'],
});
