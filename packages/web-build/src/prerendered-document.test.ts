import { describe, expect, it } from '@jest/globals';
import { publicDocument, skeletonDocument } from './prerendered-document.ts';

const template = '<head>{{head}}{{styles}}<style nonce="{{nonce}}">{{css}}</style></head><div id="root">{{body}}</div>';

describe('publicDocument', () => {
  it('has title and description in its head, also as Open Graph properties', () => {
    const page = publicDocument(
      template,
      '/features',
      '<title>Features</title><meta name="description" content="All of it"/><p>$& text</p>',
    );
    expect(page).toContain('<head><title>Features</title><meta name="description" content="All of it"/>');
    expect(page).toContain('<meta property="og:title" content="Features">');
    expect(page).toContain('<link rel="canonical" href="{{publicUrl}}/features">');
    expect(page).toContain('<div id="root"><p>$& text</p></div>');
  });

  it('requires a title and a description', () => {
    expect(() => publicDocument(template, '/features', '<title>Features</title><p>text</p>')).toThrow(
      '/features has no title or no description.',
    );
  });
});

describe('skeletonDocument', () => {
  it('contains its styles, and leaves the gateway’s placeholders unchanged', () => {
    expect(
      skeletonDocument(template, '/dashboard', {
        markup: '<title>Your books</title><main>wait</main>',
        css: '.a::before{content:"$1"}',
      }),
    ).toBe(
      '<head><title>Your books</title>{{styles}}<style nonce="{{nonce}}">.a::before{content:"$1"}</style></head><div id="root"><main>wait</main></div>',
    );
  });

  it('requires a title, and rejects style attributes, which the CSP blocks', () => {
    expect(() => skeletonDocument(template, '/dashboard', { markup: '<main>wait</main>', css: '' })).toThrow(
      'The skeleton of /dashboard has no title.',
    );
    expect(() =>
      skeletonDocument(template, '/dashboard', {
        markup: '<title>Your books</title><p style="height:3px">wait</p>',
        css: '',
      }),
    ).toThrow('style attribute');
  });
});
