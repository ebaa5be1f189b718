/** The header of a conditional write: the server replies 412 when the resource has another revision. */
export const ifMatch = (rev: number) => ({ 'If-Match': `"${rev}"` });
