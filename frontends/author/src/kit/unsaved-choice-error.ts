/**
 * Thrown before an AI request when what the author excludes or pins could not be saved. Its message is shown to the
 * author.
 */
export class UnsavedChoiceError extends Error {
  constructor(options?: ErrorOptions) {
    super('Your choice of what AI sees could not be saved, so nothing was sent. Please try again.', options);
  }
}
