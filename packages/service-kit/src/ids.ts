import { v7 } from 'uuid';

/** Makes ids; passed in so that a test can count instead. */
export type NewId = () => string;

/** UUIDv7 text: unique and ordered by the time it was made. */
export const newId: NewId = () => v7();
