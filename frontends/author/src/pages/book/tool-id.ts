/** The tools beside the text of a chapter, in the order of the icon strip. */
export type ToolId =
  | 'outline'
  | 'ai'
  | 'context'
  | 'coach'
  | 'grammar'
  | 'search'
  | 'history'
  | 'craft'
  | 'names'
  | 'read-aloud'
  | 'progress'
  | 'export';
