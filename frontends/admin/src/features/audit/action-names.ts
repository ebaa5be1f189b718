const names: Record<string, string> = {
  'admin.signed_in': 'Admin logged in',
  'admin.signed_out': 'Admin logged out',
  'admin.sign_in_failed': 'Admin login failed',
  'admin.made': 'Made an admin',
  'admin.removed': 'No longer an admin',
  'user.created': 'User created',
  'password.reset': 'Password reset',
  'plan.updated': 'Plan or limits changed',
  'promo-code.created': 'Promo code created',
  'promo-code.updated': 'Promo code changed',
  'ai-usage.reset-month': 'AI usage reset',
  'ai-usage.reset-all': 'All AI usage reset',
  'review.approved': 'Review approved',
  'review.rejected': 'Review rejected',
  'story.deleted': 'Personal story deleted',
  'logo.uploaded': 'Logo uploaded',
  'payment.refunded': 'Payment refunded',
  'payment.disputed': 'Payment disputed',
  'sandbox-clock.moved': 'Sandbox clock moved',
};

/** An action as a person reads it; one we have no words for reads as it is written. */
export const actionName = (action: string): string =>
  names[action] ?? action.replaceAll(/[._-]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

const ofUsers = /^(admin\.(made|removed)|user|password|plan|payment|ai-usage)\b/;
/** Whether an action's target is an account. */
export const isAboutUser = (action: string): boolean => ofUsers.test(action);

/** `admin:0192…` is an admin’s session, everything else as it is. */
export const actorName = (actor: string): string =>
  actor.startsWith('admin:') ? `Admin, session ${actor.slice(6, 14)}` : actor;

/** The actions one can filter by, with their words. */
export const knownActions: readonly (readonly [action: string, name: string])[] = Object.entries(names);
