import { root } from './frontends.ts';

/** TypeScript and JSX for browsers, and for the build when it draws pages. */
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
 * Names of classes: from the place in the repository, so that no two frontends use one for two things and a drawn page
 * knows those of its stylesheets.
 */
export const classNames = (dev: boolean) => ({
  auto: true,
  namedExport: false,
  localIdentContext: root,
  localIdentName: dev ? '[name]__[local]' : '[hash:base64:6]',
});
