import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { type Mode, palettes } from '@inkbear/ui-kit/palette.ts';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { ConfigProvider } from 'antd/admin';
import { type ReactNode, useMemo } from 'react';

/** The product's antd theme with a smaller size, and the palette's soft colours for tags. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode();
  const theme = useMemo(() => denseTheme(mode), [mode]);
  return (
    <AntdTheme mode={mode}>
      <ConfigProvider theme={theme}>{children}</ConfigProvider>
    </AntdTheme>
  );
}

function denseTheme(mode: Mode) {
  const { accentSoft, dangerSoft, muted, successSoft, sunken, surface } = palettes[mode];
  return {
    token: {
      fontSize: 14,
      fontSizeSM: 12,
      controlHeight: 32,
      controlHeightSM: 24,
      colorTextDisabled: muted,
      colorInfoBg: accentSoft,
      colorSuccessBg: successSoft,
      colorErrorBg: dangerSoft,
    },
    components: {
      Descriptions: { itemPaddingBottom: 12 },
      Form: { itemMarginBottom: 0, verticalLabelPadding: '0 0 4px', labelColor: muted },
      Statistic: { contentFontSize: 22, titleFontSize: 14 },
      Table: {
        headerBg: surface,
        headerSortActiveBg: surface,
        headerSortHoverBg: sunken,
        bodySortBg: surface,
        headerSplitColor: 'transparent',
      },
      Tag: { defaultBg: sunken, defaultColor: muted, fontSizeSM: 12 },
    },
    // A separate theme needs its own CSS variables.
    cssVar: { key: 'inkbear-console' },
  };
}
