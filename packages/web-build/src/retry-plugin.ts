import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';

/** Milliseconds after which a script or stylesheet counts as lost. */
export const chunkTimeoutMs = 3500;
/** The shell counts presses of Retry here. */
const counter = 'globalThis.__inkbearRetry';

/**
 * After Retry, chunks are asked for under another address (`?r=1`): a browser joins a second request for the same
 * address to the first, and hangs with it. Stylesheets get the deadline that webpack gives scripts only.
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
