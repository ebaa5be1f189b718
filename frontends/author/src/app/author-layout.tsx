import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { Outlet } from 'react-router';
import { useSafeLeaving } from '../features/writing/hooks/use-safe-leaving.ts';

/** The author's pages use antd; this dresses it, and keeps what is unsaved from being left behind. */
export function AuthorLayout() {
  useSafeLeaving();
  return <AntdTheme mode={useThemeMode().mode}><Outlet /></AntdTheme>;
}
