const names: Record<string, string> = {
  'user.created': 'User created', 'password.reset': 'Password reset', 'plan.updated': 'Plan or limits changed',
  'promo-code.created': 'Promo code created', 'promo-code.updated': 'Promo code changed',
  'payment.refunded': 'Payment refunded', 'payment.disputed': 'Payment disputed', 'sandbox-clock.moved': 'Sandbox clock moved',
};

/** An action as a person reads it; one we have no words for reads as it is written. */
export const actionName = (action: string): string => names[action] ?? action.replaceAll(/[.-]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

/** `admin:0192…` is an admin’s session, everything else as it is. */
export const actorName = (actor: string): string => (actor.startsWith('admin:') ? `Admin, session ${actor.slice(6, 14)}` : actor);

/** The actions one can filter by, with their words. */
export const knownActions: readonly (readonly [action: string, name: string])[] = Object.entries(names);
