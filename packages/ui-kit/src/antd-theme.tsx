import { ConfigProvider, theme, type ThemeConfig } from 'antd';
import { type ReactNode, useMemo } from 'react';
import type { Mode } from './palette.ts';
import { antdComponents, antdTokens } from './theme.ts';

const pageNonce = () => document.querySelector<HTMLMetaElement>("meta[property='csp-nonce']")?.nonce ?? '';

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

type Derive = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>;
/** antd's dark algorithm dims the colours it is given; ours are already right. */
const keepColours: Derive = (seed, derived) => ({
  ...(derived ?? theme.defaultAlgorithm(seed)),
  colorPrimary: seed.colorPrimary,
  colorInfo: seed.colorInfo,
  colorSuccess: seed.colorSuccess,
  colorError: seed.colorError,
  colorWarning: seed.colorWarning,
  colorLink: seed.colorLink,
});

/** Wraps the pages that use antd. Pages without it load none of antd. */
export function AntdTheme({ mode, children }: { mode: Mode; children: ReactNode }) {
  const config = useMemo(
    () => ({
      token: { ...antdTokens(mode), motion: !prefersReducedMotion() },
      components: antdComponents(mode),
      algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, keepColours],
      hashed: false,
      cssVar: { key: 'inkbear' },
    }),
    [mode],
  );
  return (
    <ConfigProvider
      theme={config}
      csp={{ nonce: pageNonce() }}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  );
}
