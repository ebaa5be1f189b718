/**
 * Webpack loader for `@rc-component/util/es/Dom/dynamicCSS.js`: antd's style injector omits the CSP nonce in three
 * places. It then uses the page's nonce.
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
