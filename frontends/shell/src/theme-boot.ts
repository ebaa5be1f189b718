// Runs before the first paint, so that nobody sees the wrong theme. Same key as web-kit's theme-mode.tsx; must import
// nothing.
{
  let choice: string | null = null;
  try {
    choice = localStorage.getItem('inkbear-theme');
  } catch {
    // Storage is switched off: the system decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}
