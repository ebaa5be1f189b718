import type { Page } from 'playwright-core';

/** antd's default prefix for icons. The scripts' names do not say what they contain. */
const marker = 'anticon';

/** Records the scripts that the page fetches from now on; returns a function that lists those with antd in them. */
export function recordAntdScripts(page: Page): () => Promise<string[]> {
  const scripts: Promise<string[]>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/mfe/') && pathname.endsWith('.js'))
      scripts.push(response.text().then((text) => (text.includes(marker) ? [pathname] : [])));
  });
  return async () => (await Promise.all(scripts)).flat();
}
