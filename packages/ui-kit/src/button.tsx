import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';

interface Look {
  /** One `primary` per region of a screen. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** 32 pixels high, for dense screens. */
  small?: boolean;
  large?: boolean;
  wide?: boolean;
}

interface ButtonAttributes extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  ref?: Ref<HTMLButtonElement>;
}

const classes = ({ look = 'plain', small = false, large = false, wide = false }: Look) =>
  [styles['button'], styles[look], small && styles['small'], large && styles['large'], wide && styles['wide']]
    .filter(Boolean)
    .join(' ');

/** A button for pages without antd, with antd's sizes and colours. */
export function PlainButton({ look, small, large, wide, type = 'button', ...rest }: Look & ButtonAttributes) {
  return <button type={type} className={classes(withoutUndefined({ look, small, large, wide }))} {...rest} />;
}

/** A link that looks like a button. */
export function ButtonLink({ look, small, large, wide, ...rest }: Look & Omit<LinkProps, 'className'>) {
  return <Link className={classes(withoutUndefined({ look, small, large, wide }))} {...rest} />;
}

function withoutUndefined(look: { [K in keyof Look]: Look[K] | undefined }): Look {
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));
}
