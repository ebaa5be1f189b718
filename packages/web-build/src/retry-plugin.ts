import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

/** Milliseconds after which a script or stylesheet counts as failed. */
export const chunkTimeoutMs = 3500;
/** The number of retries, which the shell increments. */
const counter = 'globalThis.__inkbearRetry';

/**
 * A retry requests chunks with another URL (`?r=1`): with the same URL, a browser would wait for the earlier request,
 * which may hang. Stylesheets also get the timeout that webpack has only for scripts.
 */
export class RetryPlugin {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('RetryPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'RetryPlugin',
        (source) => `${source}\nif (${counter}) script.src = url + '?r=' + ${counter};`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'RetryPlugin',
        (source) =>
          `${source}\nif (${counter}) linkTag.href = fullhref + '?r=' + ${counter};\nsetTimeout(function () { if (linkTag.onload) linkTag.onload({ type: 'timeout' }); }, ${chunkTimeoutMs});`,
      );
    });
  }
}
