import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { Outlet } from 'react-router';

/** The author's pages use antd; this dresses it. */
export function AuthorLayout() {
  return <AntdTheme mode={useThemeMode().mode}><Outlet /></AntdTheme>;
}
