import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import CopyOutlined from '@ant-design/icons-svg/es/asn/CopyOutlined';
import { IconButton } from '@inkbear/ui-kit/icon-button.tsx';
import { Icon } from '@inkbear/ui-kit/icon.tsx';
import { copyText } from '@inkbear/web-kit/copy-text.ts';
import { useEffect, useState } from 'react';

/** How long the tick is shown. */
const copiedMs = 2000;

export function CopyButton({ text }: { text: () => string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton label="Copy the chapter" onClick={() => void copyText(text()).then(setCopied)}>
      <Icon of={isCopied ? CheckOutlined : CopyOutlined} size={16} />
    </IconButton>
  );
}
