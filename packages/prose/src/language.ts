/** True for every kind of English, e.g. “en” and “en-AU”. @param language a BCP 47 tag */
export const isEnglish = (language: string): boolean => /^en\b/i.test(language);
