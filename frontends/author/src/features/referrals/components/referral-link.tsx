import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import CopyOutlined from '@ant-design/icons-svg/es/asn/CopyOutlined';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import { useEffect, useId, useState } from 'react';
import { referralLink, shareLinks } from '../share-links.ts';
import styles from './referrals.module.css';

const tickMs = 2000;

/** The author's referral link, to copy and share. */
export function ReferralLink({ code }: { code: string }) {
  const { isCopied, copy } = useCopy(referralLink(window.location.origin, code));
  const id = useId();
  return (
    <section className={styles['link']} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Your referral link</h2>
      <div className={styles['copy']}>
        <input
          readOnly
          className={styles['address']}
          aria-label="Your referral link"
          value={referralLink(window.location.origin, code)}
          onFocus={({ target }) => target.select()}
        />
        <PlainButton variant="primary" large onClick={() => void copy()}>
          <Icon of={isCopied ? CheckOutlined : CopyOutlined} size={16} />
          {isCopied ? 'Copied' : 'Copy link'}
        </PlainButton>
      </div>
      <div className={styles['share']}>
        <span id={`${id}-share`}>Share it by</span>
        <ul role="list" aria-labelledby={`${id}-share`}>
          {shareLinks(window.location.origin, code).map(({ name, href }) => (
            <li key={name}>
              <a href={href} {...(href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function useCopy(address: string) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return undefined;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), tickMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    if (await copyText(address, 'Referral link copied to clipboard')) setCopies((count) => count + 1);
  };
  return { isCopied, copy };
}
