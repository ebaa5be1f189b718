/** The highlight layer of the sentence that is read aloud, in the editor and in read mode. */
export const speechLayer = 'speech';
