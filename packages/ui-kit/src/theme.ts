import { type Mode, palettes } from './palette.ts';

/** Font families, the same in light and dark mode. */
export const faces = {
  ui: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  display: "'Fraunces Variable', 'Fraunces Fallback', Georgia, serif",
  prose: "'Literata Variable', 'Literata Fallback', Georgia, serif",
} as const;
/** Sizes of text, in pixels at the browser's default font size: `--text-14`. */
export const sizes = [12, 14, 16, 18, 22, 28, 36, 48] as const;
/** Headlines of public pages grow with the window: `--text-headline-page`. */
const headlines = {
  hero: 'clamp(2.5rem, 5.4vw, 4rem)',
  page: 'clamp(2.25rem, 4.8vw, 3.5rem)',
  section: 'clamp(1.75rem, 3.4vw, 2.5rem)',
} as const;
/** Margins, paddings and gaps, in pixels: `--space-16`. */
export const spaces = [2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 96] as const;
/** Pixels. `mark` is for highlighted words, which a larger radius would cut into. */
export const radius = { mark: 3, small: 6, control: 8, card: 14 } as const;
/** The shell's header with its bottom line, in pixels. Sticky elements below it use `--header-height`. */
const headerHeight = 68;
/** The stacking order of what overlaps a page, from the bottom to the top: `--layer-toast`. */
export const layers = {
  sticky: 1,
  'page-header': 6,
  corner: 10,
  'site-header': 20,
  menu: 30,
  'full-window': 60,
  'above-page': 100,
  dialog: 1000,
  hint: 1090,
  toast: 1100,
} as const;
/** Milliseconds, for tooltips: the first waits, the next ones come quickly. */
export const tooltipDelay = { first: 700, next: 300 } as const;

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The CSS variables of one mode, `accentSoft` as `--accent-soft`. */
export const cssVariables = (mode: Mode): Record<string, string> =>
  Object.fromEntries(Object.entries(palettes[mode]).map(([name, value]) => [`--${kebab(name)}`, value]));

export const fixedVariables: Record<string, string> = {
  '--font-ui': faces.ui,
  '--font-display': faces.display,
  '--font-prose': faces.prose,
  '--header-height': `${headerHeight}px`,
  '--ease': '150ms ease-out',
  // Loading indicators appear only after this time, so that short waits do not make them flash.
  '--loading-delay': '300ms',
  // The colour of every shadow.
  '--shade': 'rgb(20 14 6 / 24%)',
  '--text-prose': '1.1875rem',
  ...Object.fromEntries(sizes.map((size) => [`--text-${size}`, `${size / 16}rem`])),
  ...Object.fromEntries(Object.entries(headlines).map(([name, size]) => [`--text-headline-${name}`, size])),
  ...Object.fromEntries(spaces.map((space) => [`--space-${space}`, `${space}px`])),
  ...Object.fromEntries(Object.entries(radius).map(([name, size]) => [`--radius-${name}`, `${size}px`])),
  ...Object.fromEntries(Object.entries(layers).map(([name, order]) => [`--layer-${name}`, String(order)])),
};

/** antd's tokens of one mode, from the same colours. */
export function antdTokens(mode: Mode) {
  const p = palettes[mode];
  return {
    colorPrimary: p.accent,
    colorPrimaryHover: p.accentStrong,
    colorPrimaryActive: p.accentStrong,
    colorTextLightSolid: p.onAccent,
    colorLink: p.accent,
    colorLinkHover: p.accentStrong,
    colorLinkActive: p.accentStrong,
    colorInfo: p.accent,
    colorSuccess: p.success,
    colorError: p.danger,
    colorWarning: p.warning,
    colorBgBase: p.paper,
    colorBgLayout: p.paper,
    colorBgContainer: p.surface,
    colorBgElevated: p.surface,
    colorBgMask: p.scrim,
    colorTextBase: p.ink,
    colorText: p.ink,
    colorTextSecondary: p.muted,
    colorTextTertiary: p.muted,
    colorTextDescription: p.muted,
    colorTextPlaceholder: p.muted,
    colorIcon: p.muted,
    colorIconHover: p.ink,
    colorBorder: p.edge,
    colorBorderSecondary: p.line,
    colorSplit: p.line,
    colorFillAlter: p.sunken,
    controlItemBgActive: p.accentSoft,
    controlItemBgActiveHover: p.accentSoft,
    controlItemBgHover: p.sunken,
    fontFamily: faces.ui,
    fontSize: 16,
    fontSizeSM: 14,
    fontSizeLG: 18,
    fontWeightStrong: 600,
    fontSizeHeading1: 36,
    fontSizeHeading2: 28,
    fontSizeHeading3: 22,
    fontSizeHeading4: 18,
    fontSizeHeading5: 16,
    borderRadius: radius.control,
    borderRadiusLG: radius.card,
    borderRadiusSM: radius.small,
    controlHeight: 40,
    controlHeightLG: 48,
    controlHeightSM: 32,
    boxShadow: p.shadow,
    boxShadowSecondary: p.shadow,
    boxShadowTertiary: p.shadow,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.18s',
    zIndexPopupBase: layers.dialog,
    wireframe: false,
  };
}

/** Settings of single antd components, for their looks that the tokens do not cover. */
export function antdComponents(mode: Mode) {
  const p = palettes[mode];
  return {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      fontWeight: 500,
      primaryColor: p.onAccent,
      dangerColor: p.onDanger,
      defaultBorderColor: p.edge,
    },
    Table: { headerBg: p.sunken, headerColor: p.muted, rowHoverBg: p.sunken },
    Tabs: { itemColor: p.muted, itemSelectedColor: p.ink, itemHoverColor: p.ink },
  };
}
