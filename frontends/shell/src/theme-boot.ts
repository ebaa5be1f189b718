// Sets the theme before the first paint, so that the wrong one never flashes. Reads the same key as web-kit's
// theme-mode.tsx; must not import anything.
{
  let choice: string | null = null;
  try {
    choice = localStorage.getItem('inkbear-theme');
  } catch {
    // Storage is blocked: use the system setting.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}
