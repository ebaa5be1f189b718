import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FaceName, FamilyBytes } from './fonts.ts';

/** The files that the press needs. Pass the same object each time, because opened fonts are cached for it. */
export interface PressAssets {
  family: FamilyBytes;
  /** The ICC profile of the output intent, which PDF/A requires. */
  colourProfile: Uint8Array;
}

/** Folder and name of each face in the package `@expo-google-fonts/literata`. */
const LITERATA: Record<FaceName, readonly [folder: string, file: string]> = {
  regular: ['400Regular', 'Literata_400Regular.ttf'],
  italic: ['400Regular_Italic', 'Literata_400Regular_Italic.ttf'],
  bold: ['700Bold', 'Literata_700Bold.ttf'],
  boldItalic: ['700Bold_Italic', 'Literata_700Bold_Italic.ttf'],
};
const COLOUR_PROFILE = 'sRGB_IEC61966_2_1.icc';

interface AssetPaths {
  face: (name: FaceName) => string;
  colourProfile: string;
}

/** The paths of the files in the packages that contain them. */
const pathsInPackages = (): AssetPaths => {
  const { resolve } = createRequire(import.meta.url);
  const fonts = path.dirname(resolve('@expo-google-fonts/literata/package.json'));
  return {
    face: (name) => path.join(fonts, ...LITERATA[name]),
    colourProfile: path.join(path.dirname(resolve('pdfkit')), 'data', COLOUR_PROFILE),
  };
};

/** The paths of the files in the folder to which a bundle has copied them. */
const pathsInFolder = (folder: string): AssetPaths => ({
  face: (name) => path.join(folder, LITERATA[name][1]),
  colourProfile: path.join(folder, COLOUR_PROFILE),
});

/**
 * Reads the files of the press. No other function of this package does I/O.
 * @param folder the folder to which a bundle has copied the files; without it they are read from their packages
 * @throws the file system's error when a file is missing
 */
export const readAssets = async (folder?: string): Promise<PressAssets> => {
  const paths = folder === undefined ? pathsInPackages() : pathsInFolder(folder);
  const [regular, italic, bold, boldItalic, colourProfile] = await Promise.all([
    readFile(paths.face('regular')),
    readFile(paths.face('italic')),
    readFile(paths.face('bold')),
    readFile(paths.face('boldItalic')),
    readFile(paths.colourProfile),
  ]);
  return { family: { regular, italic, bold, boldItalic }, colourProfile };
};
