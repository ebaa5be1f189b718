import type { AppStack } from './app-stack.ts';
import type { OpenPage, TestApp } from './test-app.ts';

/** Opens an address of the admin console in a new window and logs in. */
export async function openConsole(app: TestApp<AppStack>, address = '/admin'): Promise<OpenPage> {
  const opened = await app.openPage();
  await opened.page.goto(address);
  await opened.page.getByLabel('Admin password').fill(app.stack.demo.adminPassword);
  await opened.page.getByRole('button', { name: 'Log in' }).click();
  await opened.page.getByRole('tablist', { name: 'Admin' }).waitFor();
  return opened;
}
