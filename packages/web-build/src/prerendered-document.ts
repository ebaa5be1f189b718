/**
 * A public page as a template of the gateway. React writes title and description in front of the markup that they
 * belong to.
 */
export function publicDocument(template: string, at: string, markup: string): string {
  const { own, body } = parted(markup);
  const title = titleIn(own);
  const description = /<meta name="description" content="([^"]*)"/.exec(own)?.[1];
  if (title === undefined || description === undefined) throw new Error(`${at} has no title or no description.`);
  const head = [
    own,
    `<link rel="canonical" href="{{publicUrl}}${at}">`,
    ...Object.entries({
      title,
      description,
      url: `{{publicUrl}}${at}`,
      type: 'website',
      site_name: 'Inkbear',
      locale: 'en_GB',
    }).map(([name, content]) => `<meta property="og:${name}" content="${content}">`),
  ];
  return template.replace('{{head}}', () => head.join('\n    ')).replace('{{body}}', () => body);
}

/** The skeleton of a page for signed-in people, with all the styles that it needs. */
export function skeletonDocument(
  template: string,
  at: string,
  { markup, css }: { markup: string; css: string },
): string {
  const { own, body } = parted(markup);
  if (titleIn(own) === undefined) throw new Error(`The skeleton of ${at} has no title.`);
  if (/\sstyle="/.test(body))
    throw new Error(`The skeleton of ${at} has a style attribute, which the policy of the page refuses.`);
  return template
    .replace('{{head}}', () => own)
    .replace('{{css}}', () => css)
    .replace('{{body}}', () => body);
}

function parted(markup: string): { own: string; body: string } {
  const [own = ''] = /^(?:<title>[^<]*<\/title>|<meta [^>]*>)*/.exec(markup) ?? [];
  return { own, body: markup.slice(own.length) };
}

const titleIn = (own: string): string | undefined => /<title>([^<]*)<\/title>/.exec(own)?.[1];
