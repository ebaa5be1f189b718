import { idParams, message } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const adminDeleteStory = defineRoute({
  id: 'adminDeleteStory',
  owner: 'stories',
  method: 'DELETE',
  path: '/api/admin/personal-stories/:id',
  summary: 'Move a story to its owner’s trash',
  access: 'admin',
  rate: 'write',
  params: idParams,
  responses: { 200: message },
  errors: ['stories.not_found'],
});
