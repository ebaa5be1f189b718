/** The header with which something is only changed if it still has this revision. */
export const ifMatch = (rev: number) => ({ 'If-Match': `"${rev}"` });
