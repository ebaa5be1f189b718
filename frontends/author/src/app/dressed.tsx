import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import type { ReactNode } from 'react';

/** What uses antd stands in this. It brings all of antd with it, so that only rooms, and what opens when somebody asks, may. */
export function Dressed({ children }: { children: ReactNode }) {
  return <AntdTheme mode={useThemeMode().mode}>{children}</AntdTheme>;
}
