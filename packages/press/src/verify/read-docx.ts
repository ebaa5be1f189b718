import mammoth from 'mammoth';

/**
 * Reads the paragraphs and headings of a DOCX document, without running heads.
 * @param sceneBreak the paragraph that stands for a scene break
 */
export const readDocx = async (docx: Uint8Array, sceneBreak: string): Promise<string[]> => {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(docx) });
  return value.split('\n\n').filter((text) => text.trim() !== '' && text !== sceneBreak);
};
