import type { FaceName, FamilyBytes } from '@inkbear/press/fonts';
import type { DesignSettings } from '@inkbear/contracts/books/design';

type FamilyUrls = Readonly<Record<FaceName, URL>>;

/** The font files of each family. The paths must be literals: webpack finds the files by them and copies them. */
const urls: Readonly<Record<DesignSettings['face'], () => FamilyUrls>> = {
  literata: () => ({
    regular: new URL('@expo-google-fonts/literata/400Regular/Literata_400Regular.ttf', import.meta.url),
    italic: new URL('@expo-google-fonts/literata/400Regular_Italic/Literata_400Regular_Italic.ttf', import.meta.url),
    bold: new URL('@expo-google-fonts/literata/700Bold/Literata_700Bold.ttf', import.meta.url),
    boldItalic: new URL('@expo-google-fonts/literata/700Bold_Italic/Literata_700Bold_Italic.ttf', import.meta.url),
  }),
  'eb-garamond': () => ({
    regular: new URL('@expo-google-fonts/eb-garamond/400Regular/EBGaramond_400Regular.ttf', import.meta.url),
    italic: new URL(
      '@expo-google-fonts/eb-garamond/400Regular_Italic/EBGaramond_400Regular_Italic.ttf',
      import.meta.url,
    ),
    bold: new URL('@expo-google-fonts/eb-garamond/700Bold/EBGaramond_700Bold.ttf', import.meta.url),
    boldItalic: new URL('@expo-google-fonts/eb-garamond/700Bold_Italic/EBGaramond_700Bold_Italic.ttf', import.meta.url),
  }),
  'source-serif-4': () => ({
    regular: new URL('@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf', import.meta.url),
    italic: new URL(
      '@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
      import.meta.url,
    ),
    bold: new URL('@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf', import.meta.url),
    boldItalic: new URL(
      '@expo-google-fonts/source-serif-4/700Bold_Italic/SourceSerif4_700Bold_Italic.ttf',
      import.meta.url,
    ),
  }),
  alegreya: () => ({
    regular: new URL('@expo-google-fonts/alegreya/400Regular/Alegreya_400Regular.ttf', import.meta.url),
    italic: new URL('@expo-google-fonts/alegreya/400Regular_Italic/Alegreya_400Regular_Italic.ttf', import.meta.url),
    bold: new URL('@expo-google-fonts/alegreya/700Bold/Alegreya_700Bold.ttf', import.meta.url),
    boldItalic: new URL('@expo-google-fonts/alegreya/700Bold_Italic/Alegreya_700Bold_Italic.ttf', import.meta.url),
  }),
  vollkorn: () => ({
    regular: new URL('@expo-google-fonts/vollkorn/400Regular/Vollkorn_400Regular.ttf', import.meta.url),
    italic: new URL('@expo-google-fonts/vollkorn/400Regular_Italic/Vollkorn_400Regular_Italic.ttf', import.meta.url),
    bold: new URL('@expo-google-fonts/vollkorn/700Bold/Vollkorn_700Bold.ttf', import.meta.url),
    boldItalic: new URL('@expo-google-fonts/vollkorn/700Bold_Italic/Vollkorn_700Bold_Italic.ttf', import.meta.url),
  }),
  'gentium-book-plus': () => ({
    regular: new URL('@expo-google-fonts/gentium-book-plus/400Regular/GentiumBookPlus_400Regular.ttf', import.meta.url),
    italic: new URL(
      '@expo-google-fonts/gentium-book-plus/400Regular_Italic/GentiumBookPlus_400Regular_Italic.ttf',
      import.meta.url,
    ),
    bold: new URL('@expo-google-fonts/gentium-book-plus/700Bold/GentiumBookPlus_700Bold.ttf', import.meta.url),
    boldItalic: new URL(
      '@expo-google-fonts/gentium-book-plus/700Bold_Italic/GentiumBookPlus_700Bold_Italic.ttf',
      import.meta.url,
    ),
  }),
};

async function fetchFont(url: URL): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The font ${url.pathname} could not be loaded: ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Fetches the four files of a family. */
export async function fetchFonts(face: DesignSettings['face']): Promise<FamilyBytes> {
  const { regular, italic, bold, boldItalic } = urls[face]();
  const files = await Promise.all([regular, italic, bold, boldItalic].map(fetchFont));
  return {
    regular: files[0] as Uint8Array,
    italic: files[1] as Uint8Array,
    bold: files[2] as Uint8Array,
    boldItalic: files[3] as Uint8Array,
  };
}
