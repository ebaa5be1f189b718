import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

interface Look {
  /** One `primary` per region of a screen. */
  look?: 'primary' | 'plain' | 'quiet';
  large?: boolean;
  wide?: boolean;
}

const classes = ({ look = 'plain', large = false, wide = false }: Look) =>
  [styles['button'], styles[look], large && styles['large'], wide && styles['wide']].filter(Boolean).join(' ');

/** A button for pages that do without antd; same measures and colours as antd's. */
export function PlainButton({ look, large, wide, type = 'button', ...rest }: Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  return <button type={type} className={classes(given({ look, large, wide }))} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ look, large, wide, ...rest }: Look & Omit<LinkProps, 'className'>) {
  return <Link className={classes(given({ look, large, wide }))} {...rest} />;
}

function given(look: { [K in keyof Look]: Look[K] | undefined }): Look {
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));
}
