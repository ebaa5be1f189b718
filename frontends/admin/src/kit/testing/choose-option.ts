import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Opens antd's Select with this label and chooses an option by its text. */
export async function chooseOption(label: string, option: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  // The option lists of selects that were opened earlier stay in the document, so the last list is the open one.
  const options = await screen.findAllByRole('option', { name: option });
  await userEvent.click(options.at(-1) as HTMLElement);
}
