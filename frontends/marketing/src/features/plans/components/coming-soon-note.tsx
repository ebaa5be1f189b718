import { comingSoon } from '../../tools/tools.ts';

/** Nobody should pay for a thing and then look for it. */
export const ComingSoonNote = () => (comingSoon.length === 0 ? null : <p><strong>Coming soon, not open yet:</strong> {comingSoon.join('; ')}.</p>);
