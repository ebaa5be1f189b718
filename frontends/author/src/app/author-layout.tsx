import { AntdTheme } from '@inkbear/ui-kit/antd-theme.tsx';
import { Hints } from '@inkbear/ui-kit/hints.tsx';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { Outlet } from 'react-router';
import { useLeftWords } from './use-left-words.ts';

/** What all of the author's pages have: antd dressed, and the hints of their buttons. */
export function AuthorLayout() {
  useLeftWords();
  return <AntdTheme mode={useThemeMode().mode}><Outlet /><Hints /></AntdTheme>;
}
