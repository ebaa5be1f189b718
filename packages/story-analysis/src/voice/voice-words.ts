/** Typed words that a profile needs, and words of a text that can be compared at all, and reliably. */
export const voiceWords = { profile: 5000, compared: 300, reliable: 1500 } as const;
