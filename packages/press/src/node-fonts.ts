import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { FACE_NAMES, FONT_FILES, type FontBytes } from './fonts.ts';

/** The folder of the font files when running from sources. */
export const sourceFontsDir = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@fontsource/literata/package.json')), 'files');

/** The names of all font files. A bundle copies them into its own folder. */
export const fontFileNames = (): string[] => FACE_NAMES.flatMap((face) => [...FONT_FILES[face]]);

/**
 * Reads the font files. No other function of this package does I/O.
 * @param fontsDir the folder with the files of `fontFileNames()`; a bundle passes its own `assets` folder
 * @throws the file system's error when a file is missing
 */
export const readFonts = async (fontsDir = sourceFontsDir()): Promise<FontBytes> => {
  const read = (names: readonly string[]): Promise<Uint8Array[]> =>
    Promise.all(names.map((name) => readFile(path.join(fontsDir, name))));
  const [regular, italic, bold] = await Promise.all([
    read(FONT_FILES.regular),
    read(FONT_FILES.italic),
    read(FONT_FILES.bold),
  ]);
  return { regular, italic, bold };
};
