/** Thrown by an action that needs the latest text on the server, when the unsaved changes could not be saved first. */
export class UnsavedError extends Error {
  constructor() {
    super('The latest changes are not saved.');
  }
}
