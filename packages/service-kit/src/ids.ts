import { v7 } from 'uuid';

/** Generates ids; injected so that tests can use a counter instead. */
export type NewId = () => string;

/** UUIDv7: unique, and sorted by creation time. */
export const newId: NewId = () => v7();
