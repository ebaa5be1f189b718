import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import type { ReactNode } from 'react';

/** Themes antd components. It loads all of antd, so only the editor pages and lazily opened dialogs may use it. */
export function AntdThemeProvider({ children }: { children: ReactNode }) {
  return <AntdTheme mode={useThemeMode().mode}>{children}</AntdTheme>;
}
