import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './icon-button.module.css';

interface CommonProps {
  /** The accessible name. */
  label: string;
  /** The tooltip; default the label. `false` for a button that opens a menu or closes its own panel. */
  hint?: string | false;
  /** Width and height in pixels; default 40. */
  size?: 32 | 36 | 40 | 44;
  /** The colours; `inherit` is for coloured backgrounds. */
  variant?: 'quiet' | 'danger' | 'inherit';
  round?: boolean;
  /** Only for the button's margin or visibility. */
  className?: string | undefined;
  /** An icon, or the picture of a person. */
  children: ReactNode;
}
type OwnAttributes = 'aria-label' | 'className' | 'children';
type ButtonAttributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, OwnAttributes> & {
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** A square button with an icon instead of a text. */
export const IconButton = (props: CommonProps & ButtonAttributes) => <button type="button" {...attributesOf(props)} />;

/** A link that looks like an `IconButton`. */
export const IconLink = (props: CommonProps & Omit<LinkProps, OwnAttributes>) => <Link {...attributesOf(props)} />;

function attributesOf<Props extends CommonProps>(props: Props) {
  const { label, hint = label, size = 40, variant = 'quiet', round = false, className, ...rest } = props;
  const classes = [styles['button'], variant !== 'quiet' && styles[variant], round && styles['round'], className];
  return {
    ...rest,
    'aria-label': label,
    'data-hint': hint === false ? undefined : hint,
    'data-size': size,
    className: classes.filter(Boolean).join(' '),
  };
}
