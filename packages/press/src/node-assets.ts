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

/** The packages `@expo-google-fonts/<family>` with the beginning of their file names. */
const filePrefix = {
  literata: 'Literata',
  'eb-garamond': 'EBGaramond',
  'source-serif-4': 'SourceSerif4',
  alegreya: 'Alegreya',
  vollkorn: 'Vollkorn',
  'gentium-book-plus': 'GentiumBookPlus',
} as const;
/** A family of fonts for books. Each has four faces, with small capitals. */
export type FamilyName = keyof typeof filePrefix;
export const familyNames = Object.keys(filePrefix) as readonly FamilyName[];

/** The folder of each face in its package, which is also the end of its file name. */
const faceFolder: Record<FaceName, string> = {
  regular: '400Regular',
  italic: '400Regular_Italic',
  bold: '700Bold',
  boldItalic: '700Bold_Italic',
};
const fileNameOf = (family: FamilyName, face: FaceName): string => `${filePrefix[family]}_${faceFolder[face]}.ttf`;

const colourProfileFile = 'sRGB_IEC61966_2_1.icc';

interface AssetPaths {
  face: (name: FaceName) => string;
  colourProfile: string;
}

/** The paths of the files in the packages that contain them. */
const pathsInPackages = (family: FamilyName): AssetPaths => {
  const { resolve } = createRequire(import.meta.url);
  const fonts = path.dirname(resolve(`@expo-google-fonts/${family}/package.json`));
  return {
    face: (name) => path.join(fonts, faceFolder[name], fileNameOf(family, name)),
    colourProfile: path.join(path.dirname(resolve('pdfkit')), 'data', colourProfileFile),
  };
};

/** The paths of the files in the folder to which a bundle has copied them. */
const pathsInFolder = (folder: string, family: FamilyName): AssetPaths => ({
  face: (name) => path.join(folder, fileNameOf(family, name)),
  colourProfile: path.join(folder, colourProfileFile),
});

/**
 * Reads the files of the press. No other function of this package does I/O.
 * @param options.folder the folder to which a bundle has copied the files; without it they are read from their packages
 * @throws the file system's error when a file is missing
 */
export const readAssets = async ({
  family = 'literata',
  folder,
}: { family?: FamilyName; folder?: string } = {}): Promise<PressAssets> => {
  const paths = folder === undefined ? pathsInPackages(family) : pathsInFolder(folder, family);
  const [regular, italic, bold, boldItalic, colourProfile] = await Promise.all([
    readFile(paths.face('regular')),
    readFile(paths.face('italic')),
    readFile(paths.face('bold')),
    readFile(paths.face('boldItalic')),
    readFile(paths.colourProfile),
  ]);
  return { family: { regular, italic, bold, boldItalic }, colourProfile };
};
