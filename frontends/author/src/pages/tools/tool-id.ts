/** The tools of the tools page, as its URL names them. */
export type ToolId = 'title-generator' | 'genre-quiz' | 'plot-dice' | 'outline-generator' | 'new-book' | 'writers-tips';
