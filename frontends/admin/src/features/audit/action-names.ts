const names: Record<string, string> = {
  'admin.signed_in': 'Admin logged in',
  'admin.signed_out': 'Admin logged out',
  'admin.sign_in_failed': 'Admin login failed',
  'admin.made': 'Admin role granted',
  'admin.removed': 'Admin role revoked',
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

/** The title of an action; an unknown one is made readable from its identifier. */
export const actionTitle = (action: string): string =>
  names[action] ?? action.replaceAll(/[._-]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

const userActions = /^(admin\.(made|removed)|user|password|plan|payment|ai-usage)\b/;
/** True when an action's target is an account. */
export const hasUserTarget = (action: string): boolean => userActions.test(action);

/** Shortens the session id of `admin:<session id>`; other actors are shown as they are. */
export const actorTitle = (actor: string): string =>
  actor.startsWith('admin:') ? `Admin, session ${actor.slice(6, 14)}` : actor;

/** The options of the action filter. */
export const knownActions: readonly (readonly [action: string, name: string])[] = Object.entries(names);
