export const genres = [
  'general', 'thriller', 'mystery', 'romance', 'science-fiction', 'fantasy', 'horror', 'historical-fiction', 'literary-fiction', 'young-adult', 'crime', 'adventure', 'contemporary-fiction', 'business', 'self-help', 'health', 'biography', 'memoir',
  'history', 'science', 'technology', 'education', 'psychology', 'philosophy', 'cooking', 'travel', 'parenting', 'finance', 'politics', 'religion', 'art', 'sports', 'true-crime',
] as const;
export type Genre = (typeof genres)[number];
/** What a select offers; `science-fiction` → `Science Fiction`. */
export const genreLabel = (genre: string): string => genre.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');

export const subgenres: Readonly<Partial<Record<Genre, readonly string[]>>> = {
  romance: ['Contemporary Romance', 'Historical Romance', 'Regency Romance', 'Paranormal Romance', 'Romantic Suspense', 'Romantic Comedy', 'Second Chance Romance', 'Small Town Romance'],
  thriller: ['Psychological Thriller', 'Legal Thriller', 'Political Thriller', 'Medical Thriller', 'Spy Thriller', 'Techno-thriller', 'Action Thriller', 'Domestic Thriller'],
  mystery: ['Cosy Mystery', 'Police Procedural', 'Private Investigator', 'Amateur Sleuth', 'Locked Room', 'Historical Mystery', 'Noir', 'Forensic Mystery'],
  fantasy: ['Epic Fantasy', 'Urban Fantasy', 'Dark Fantasy', 'Cosy Fantasy', 'Sword and Sorcery', 'Portal Fantasy', 'Fairy Tale Retelling', 'Historical Fantasy', 'Romantic Fantasy'],
  'science-fiction': ['Space Opera', 'Hard Science Fiction', 'Dystopian', 'Cyberpunk', 'Time Travel', 'First Contact', 'Post-apocalyptic', 'Military Science Fiction', 'Climate Fiction'],
  horror: ['Gothic Horror', 'Psychological Horror', 'Supernatural Horror', 'Folk Horror', 'Body Horror', 'Cosmic Horror', 'Ghost Stories', 'Survival Horror'],
  business: ['Entrepreneurship', 'Leadership', 'Marketing', 'Management', 'Sales', 'Strategy', 'Careers', 'Small Business'],
  'self-help': ['Personal Growth', 'Productivity', 'Relationships', 'Mindfulness', 'Confidence', 'Habits', 'Grief and Loss', 'Wellbeing'],
};

export const targetAudiences = ['Children (0–5)', 'Children (6–8)', 'Middle grade (9–12)', 'Young adult (13–17)', 'New adult (18–25)', 'Adult (26–45)', 'Adult (46–64)', 'Older adult (65+)'] as const;
export const wordCountOptions = [15_000, 25_000, 50_000, 70_000, 85_000, 100_000] as const;
