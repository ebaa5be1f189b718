const key = 'inkbear-admin-token';

// The token lives as long as the tab; the server decides how long it is worth anything.
export const adminToken = {
  read: (): string | null => sessionStorage.getItem(key),
  keep: (token: string): void => sessionStorage.setItem(key, token),
  forget: (): void => sessionStorage.removeItem(key),
};
