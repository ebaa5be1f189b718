import { escapeXml } from './escape-xml.ts';
import type { TypesetDocument } from './page.ts';

const alternatives = (text: string): string =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;

const describe = (namespaces: Readonly<Record<string, string>>, properties: string): string => {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return `<rdf:Description rdf:about=""${declared.join('')}>${properties}</rdf:Description>\n`;
};

/** PDF/A allows a property of another schema only if the file describes that schema. */
const describeUaSchema = (): string =>
  describe(
    {
      pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
      pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
      pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
    },
    `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 to which the file conforms</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>`,
  );

/** The XMP metadata of a screen PDF, besides the mark of PDF/A. They must equal the document information. */
export const describeDocument = (
  { title, author, subject, date }: Pick<TypesetDocument, 'title' | 'author' | 'subject' | 'date'>,
  language: string,
  { creator, producer }: { creator: string; producer: string },
): string => {
  const time = `${new Date(date).toISOString().slice(0, 19)}Z`;
  const dublinCore = [
    '<dc:format>application/pdf</dc:format>',
    `<dc:title>${alternatives(title)}</dc:title>`,
    author === '' ? '' : `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`,
    subject === '' ? '' : `<dc:description>${alternatives(subject)}</dc:description>`,
    `<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>`,
  ];
  return [
    describe({ dc: 'http://purl.org/dc/elements/1.1/' }, dublinCore.join('')),
    describe(
      { xmp: 'http://ns.adobe.com/xap/1.0/' },
      `<xmp:CreateDate>${time}</xmp:CreateDate><xmp:CreatorTool>${creator}</xmp:CreatorTool>`,
    ),
    describe({ pdf: 'http://ns.adobe.com/pdf/1.3/' }, `<pdf:Producer>${producer}</pdf:Producer>`),
    describe({ pdfuaid: 'http://www.aiim.org/pdfua/ns/id/' }, '<pdfuaid:part>1</pdfuaid:part>'),
    describeUaSchema(),
  ].join('');
};
