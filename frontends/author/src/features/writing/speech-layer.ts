/** The layer of marks that shows the sentence that is read aloud, in the editor and in the read view. */
export const speechLayer = 'speech';
