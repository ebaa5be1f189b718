import { describe, expect, it } from '@jest/globals';
import { documentOf, outlineOf } from './drawn-document.ts';

const template = '<head>{{head}}{{styles}}<style nonce="{{nonce}}">{{css}}</style></head><div id="root">{{body}}</div>';

describe('a public page', () => {
  it('carries what React wrote in front of it in its head, for readers elsewhere too', () => {
    const page = documentOf(
      template,
      '/features',
      '<title>Features</title><meta name="description" content="All of it"/><p>$& text</p>',
    );
    expect(page).toContain('<head><title>Features</title><meta name="description" content="All of it"/>');
    expect(page).toContain('<meta property="og:title" content="Features">');
    expect(page).toContain('<link rel="canonical" href="{{publicUrl}}/features">');
    expect(page).toContain('<div id="root"><p>$& text</p></div>');
  });

  it('is not built without a title and a description', () => {
    expect(() => documentOf(template, '/features', '<title>Features</title><p>text</p>')).toThrow(
      '/features has no title or no description.',
    );
  });
});

describe('the outline of a page', () => {
  it('carries its styles, and leaves to the gateway what only it knows', () => {
    expect(
      outlineOf(template, '/dashboard', '<title>Your books</title><main>wait</main>', '.a::before{content:"$1"}'),
    ).toBe(
      '<head><title>Your books</title>{{styles}}<style nonce="{{nonce}}">.a::before{content:"$1"}</style></head><div id="root"><main>wait</main></div>',
    );
  });

  it('is not built without a title, nor with a style attribute, which the page’s policy refuses', () => {
    expect(() => outlineOf(template, '/dashboard', '<main>wait</main>', '')).toThrow(
      'The outline of /dashboard has no title.',
    );
    expect(() =>
      outlineOf(template, '/dashboard', '<title>Your books</title><p style="height:3px">wait</p>', ''),
    ).toThrow('style attribute');
  });
});
