import { Tag } from 'antd/admin';

const colours = { plain: 'default', good: 'success', bad: 'error', accent: 'processing' } as const;

/** A state as a word; the colour adds no information. */
export const StateTag = ({ tone = 'plain', children }: { tone?: keyof typeof colours; children: string }) => (
  <Tag color={colours[tone]} variant="filled">
    {children}
  </Tag>
);
