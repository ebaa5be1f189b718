import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface ButtonStyle {
  /** One `primary` per region of a screen. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** 32 pixels high, for dense screens. */
  small?: boolean;
  large?: boolean;
  wide?: boolean;
}

interface ButtonAttributes extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  ref?: Ref<HTMLButtonElement>;
}

const classes = ({ variant = 'plain', small = false, large = false, wide = false }: ButtonStyle) =>
  [styles['button'], styles[variant], small && styles['small'], large && styles['large'], wide && styles['wide']]
    .filter(Boolean)
    .join(' ');

/** A button for pages without antd, with antd's sizes and colours. */
export function PlainButton({ variant, small, large, wide, type = 'button', ...rest }: ButtonStyle & ButtonAttributes) {
  return <button type={type} className={classes(withoutUndefined({ variant, small, large, wide }))} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, small, large, wide, ...rest }: ButtonStyle & Omit<LinkProps, 'className'>) {
  return <Link className={classes(withoutUndefined({ variant, small, large, wide }))} {...rest} />;
}

function withoutUndefined(style: { [K in keyof ButtonStyle]: ButtonStyle[K] | undefined }): ButtonStyle {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));
}
