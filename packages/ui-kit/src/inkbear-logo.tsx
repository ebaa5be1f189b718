// The same path as in mark.svg and favicon.svg: a bear looking over an open book.
const drawing =
  'M24 5.6C27.6 5.6 31 6.4 33.9 7.9A5.7 5.7 0 1 1 41.3 15.7C42.2 17.9 42.7 20.3 42.7 22.8C42.7 24 42 24.5 41 24.4C35 23.7 29.1 25.2 24 28.6C18.9 25.2 13 23.7 7 24.4C6 24.5 5.3 24 5.3 22.8C5.3 20.3 5.8 17.9 6.7 15.7A5.7 5.7 0 1 1 14.1 7.9C17 6.4 20.4 5.6 24 5.6ZM16.8 12.7A2.3 2.3 0 1 0 16.8 17.3A2.3 2.3 0 1 0 16.8 12.7ZM31.2 12.7A2.3 2.3 0 1 0 31.2 17.3A2.3 2.3 0 1 0 31.2 12.7ZM24 18.4A2.9 2 0 1 0 24 22.4A2.9 2 0 1 0 24 18.4ZM4.4 28.2C11 27 17.4 28.4 22.5 32.2L22.5 44.2C17 40.6 10.6 39.3 4 40.4C3.2 40.5 2.6 40 2.6 39.2L2.6 30.2C2.6 29.1 3.3 28.4 4.4 28.2ZM43.6 28.2C37 27 30.6 28.4 25.5 32.2L25.5 44.2C31 40.6 37.4 39.3 44 40.4C44.8 40.5 45.4 40 45.4 39.2L45.4 30.2C45.4 29.1 44.7 28.4 43.6 28.2Z';

/** The logo in the current text colour; without a title it is hidden from screen readers. `size` in pixels. */
export function InkbearLogo({ size = 32, title }: { size?: number; title?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="currentColor"
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      <path fillRule="evenodd" d={drawing} />
    </svg>
  );
}
