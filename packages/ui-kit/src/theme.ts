import { type Mode, palettes } from './palette.ts';

/** Sizes and faces that are the same by day and by night. */
export const faces = {
  ui: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  display: "'Fraunces Variable', 'Fraunces Fallback', Georgia, serif",
  prose: "'Literata Variable', 'Literata Fallback', Georgia, serif",
} as const;
/** Pixels. */
export const sizes = [12, 14, 16, 18, 22, 28, 36, 48] as const;
export const radius = { control: 8, card: 14 } as const;
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
  '--radius-control': `${radius.control}px`,
  '--radius-card': `${radius.card}px`,
  '--ease': '150ms ease-out',
  ...Object.fromEntries(sizes.map((size) => [`--text-${size}`, `${size / 16}rem`])),
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
    borderRadiusSM: 6,
    controlHeight: 40,
    controlHeightLG: 48,
    controlHeightSM: 32,
    boxShadow: p.shadow,
    boxShadowSecondary: p.shadow,
    boxShadowTertiary: p.shadow,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.15s',
    motionDurationSlow: '0.18s',
    wireframe: false,
  };
}

/** What antd's components need beside the tokens to look like ours. */
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
    Card: { colorBorderSecondary: p.line },
    Table: { headerBg: p.sunken, headerColor: p.muted, rowHoverBg: p.sunken },
    Tabs: { itemColor: p.muted, itemSelectedColor: p.ink, itemHoverColor: p.ink },
    Tooltip: { colorBgSpotlight: p.ink, colorTextLightSolid: p.paper },
  };
}
