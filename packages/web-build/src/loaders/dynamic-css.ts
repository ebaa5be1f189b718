/**
 * antd's style injector leaves out the CSP nonce in three places; without one it now takes the page's own.
 * Webpack loader for `@rc-component/util/es/Dom/dynamicCSS.js`.
 */
export default function dynamicCss(source: string): string {
  const changed = source.replaceAll(
    /if \(csp\?\.nonce\) \{\s*styleNode\.nonce = csp\?\.nonce;\s*\}/g,
    "const pageNonce = csp?.nonce || document.querySelector('meta[property=csp-nonce]')?.nonce;\n  if (pageNonce) styleNode.nonce = pageNonce;",
  );
  if (changed === source)
    throw new Error(
      'dynamicCSS.js of @rc-component/util has changed: adapt packages/web-build/src/loaders/dynamic-css.ts.',
    );
  return changed;
}
