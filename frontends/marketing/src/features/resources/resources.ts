export interface Resource {
  name: string;
  href: string;
  text: string;
}
export interface ResourceGroup {
  title: string;
  resources: Resource[];
}

/** Well-known sites; none of them pays to be listed. */
export const resourceGroups: ResourceGroup[] = [
  {
    title: 'Shops and distributors',
    resources: [
      {
        name: 'Kindle Direct Publishing',
        href: 'https://kdp.amazon.com/',
        text: 'E-books, paperbacks and hardcovers in Amazon’s shops.',
      },
      {
        name: 'IngramSpark',
        href: 'https://www.ingramspark.com/',
        text: 'Print on demand that bookshops and libraries can order from.',
      },
      {
        name: 'Draft2Digital',
        href: 'https://www.draft2digital.com/',
        text: 'One upload to many e-book shops and libraries.',
      },
      { name: 'Kobo Writing Life', href: 'https://www.kobo.com/writinglife', text: 'E-books straight to Kobo.' },
    ],
  },
  {
    title: 'Formats and files',
    resources: [
      {
        name: 'KDP help',
        href: 'https://kdp.amazon.com/en_US/help',
        text: 'Which files the shop accepts, trim sizes, margins and covers.',
      },
      {
        name: 'EPUBCheck',
        href: 'https://www.w3.org/publishing/epubcheck/',
        text: 'Checks whether an EPUB follows the standard.',
      },
      { name: 'Pandoc', href: 'https://pandoc.org/', text: 'Free; turns Markdown into Word or EPUB.' },
    ],
  },
  {
    title: 'ISBN, law and rights',
    resources: [
      {
        name: 'Nielsen ISBN Store',
        href: 'https://www.nielsenisbnstore.com/',
        text: 'The ISBN agency for the United Kingdom and Ireland.',
      },
      {
        name: 'British Library: legal deposit',
        href: 'https://www.bl.uk/legal-deposit',
        text: 'One copy of every book published here goes to the library.',
      },
      {
        name: 'ALCS',
        href: 'https://www.alcs.co.uk/',
        text: 'Collects what authors are owed when their work is copied.',
      },
    ],
  },
  {
    title: 'People and advice',
    resources: [
      {
        name: 'The Society of Authors',
        href: 'https://societyofauthors.org/',
        text: 'The trade union for writers; reads contracts for its members.',
      },
      {
        name: 'Alliance of Independent Authors',
        href: 'https://www.allianceindependentauthors.org/',
        text: 'Association of authors who publish themselves.',
      },
      {
        name: 'Reedsy',
        href: 'https://reedsy.com/',
        text: 'Editors, designers and marketers for hire, and free courses.',
      },
      { name: 'CIEP directory', href: 'https://www.ciep.uk/', text: 'Professional editors and proofreaders.' },
    ],
  },
];

export const tipLists: { title: string; tips: string[] }[] = [
  {
    title: 'Before you publish',
    tips: [
      'Put the book away for two weeks, then read it once in print: the eye forgives on a screen what it sees on paper.',
      'Let three people read it who do not love you, and ask each where they stopped.',
      'Pay for a proofread before you pay for anything else.',
      'Keep one master file. Change the master, then export again.',
    ],
  },
  {
    title: 'When you publish',
    tips: [
      'Set the trim size in the shop to that of your PDF, so that no margin is cut or stretched.',
      'An e-book can be sold without an ISBN in most shops. A paperback needs one; the shop’s free ISBN names the shop as publisher.',
      'Order a printed proof and check margins, page numbers and the spine before you press publish.',
      'Send one copy to the British Library within a month of publication.',
    ],
  },
  {
    title: 'Afterwards',
    tips: [
      'Write the description for one reader: who it happens to, what they want, what stands in the way.',
      'Ask for honest reviews, never buy them: the shops remove those and may close the account.',
      'Collect the email addresses of readers who agree to it. It is the one audience that is yours.',
      'Begin the next book.',
    ],
  },
];
