export interface ShareLink {
  name: string;
  href: string;
}

const shareText =
  'I’m writing my book with Inkbear. If you are on Pro Monthly a week after you join, each of us gets a book credit:';

/** The sign-up link with the author's referral code. */
export const referralLink = (origin: string, code: string): string => `${origin}/auth?ref=${encodeURIComponent(code)}`;

/** Share links for social networks and email, with the author's referral link. */
export function shareLinks(origin: string, code: string): ShareLink[] {
  const address = `${origin}/?ref=${encodeURIComponent(code)}`;
  const query = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
  return [
    { name: 'Twitter', href: `https://twitter.com/intent/tweet?${query({ text: shareText, url: address })}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?${query({ url: address })}` },
    {
      name: 'Email',
      href: `mailto:?${query({ subject: 'Write your book with Inkbear', body: `${shareText}\n\n${address}` })}`,
    },
  ];
}
