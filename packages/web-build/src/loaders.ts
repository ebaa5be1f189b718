import { root } from './frontends.ts';

/** Compiles TypeScript and JSX, for browsers and for prerendering in the build. */
export const swc = (dev: boolean) => ({
  loader: 'swc-loader',
  options: {
    sync: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: dev, refresh: dev } },
    },
  },
});

/**
 * Class names of CSS modules. They are derived from the path in the repository, so that they are unique over all
 * frontends, and a prerendered page has the same names as its stylesheets.
 */
export const classNames = (dev: boolean) => ({
  auto: true,
  namedExport: false,
  localIdentContext: root,
  localIdentName: dev ? '[name]__[local]' : '[hash:base64:6]',
});
