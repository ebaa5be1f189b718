/** The ids of the tools of the tools page, as in its URL. */
export type PageToolId =
  'title-generator' | 'genre-quiz' | 'plot-dice' | 'outline-generator' | 'new-book' | 'writers-tips';
