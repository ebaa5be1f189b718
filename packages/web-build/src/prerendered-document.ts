/**
 * Renders a public page as a template for the gateway. React's markup begins with the elements of the head (title and
 * description), which are moved there.
 */
export function publicDocument(template: string, pathname: string, markup: string): string {
  const { headMarkup, body } = splitHead(markup);
  const title = titleIn(headMarkup);
  const description = /<meta name="description" content="([^"]*)"/.exec(headMarkup)?.[1];
  if (title === undefined || description === undefined) throw new Error(`${pathname} has no title or no description.`);
  const head = [
    headMarkup,
    `<link rel="canonical" href="{{publicUrl}}${pathname}">`,
    ...Object.entries({
      title,
      description,
      url: `{{publicUrl}}${pathname}`,
      type: 'website',
      site_name: 'Inkbear',
      locale: 'en_GB',
    }).map(([name, content]) => `<meta property="og:${name}" content="${content}">`),
  ];
  return template.replace('{{head}}', () => head.join('\n    ')).replace('{{body}}', () => body);
}

/** Renders the skeleton of a page for signed-in users as a template, with all its styles. */
export function skeletonDocument(
  template: string,
  pathname: string,
  { markup, css }: { markup: string; css: string },
): string {
  const { headMarkup, body } = splitHead(markup);
  if (titleIn(headMarkup) === undefined) throw new Error(`The skeleton of ${pathname} has no title.`);
  if (/\sstyle="/.test(body))
    throw new Error(`The skeleton of ${pathname} has a style attribute, which the page's CSP blocks.`);
  return template
    .replace('{{head}}', () => headMarkup)
    .replace('{{css}}', () => css)
    .replace('{{body}}', () => body);
}

function splitHead(markup: string): { headMarkup: string; body: string } {
  const [headMarkup = ''] = /^(?:<title>[^<]*<\/title>|<meta [^>]*>)*/.exec(markup) ?? [];
  return { headMarkup, body: markup.slice(headMarkup.length) };
}

const titleIn = (headMarkup: string): string | undefined => /<title>([^<]*)<\/title>/.exec(headMarkup)?.[1];
