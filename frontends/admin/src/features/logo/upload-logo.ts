import { uploadLogo, uploadLogoDirectly } from '@inkbear/contracts/admin/logo';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { send } from '@inkbear/web-kit/api.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { tokenHeader } from '../../kit/session/admin-call.ts';

const routes = { checked: uploadLogo, direct: uploadLogoDirectly } as const;
/** The page that asks the browser first, and the one that leaves everything to the server. */
export type LogoPage = keyof typeof routes;
export const uploadFailed = 'Upload failed';
/** The shell reads the logo under this name. */
const siteLogo = ['site-logo'] as const;

async function upload(page: LogoPage, file: File): Promise<{ message: string }> {
  const body = new FormData();
  body.append('logo', file);
  const response = await send(routes[page], { body, headers: tokenHeader() }, 'application/json');
  return (await response.json()) as { message: string };
}

/** Sends the file as the admin of this tab or as the signed-in user; who may, the server says. */
export function useUploadLogo(page: LogoPage) {
  const client = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: (file: File) => upload(page, file).catch(plainRefusal),
    onSuccess: ({ message }) => {
      showToast({ title: 'Success', description: message });
      void client.invalidateQueries({ queryKey: siteLogo });
    },
    onError: (error) => showToast({ title: uploadFailed, description: refusalOf(error), tone: 'destructive' }),
  });
}

/** Anyone may open these pages, so a 401 is an answer like any other and must not lead to the sign-in page. */
class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}
const plainRefusal = (error: unknown): never => {
  throw new UploadRefused(messageOf(error, uploadFailed));
};
export const refusalOf = (error: unknown): string => (error instanceof UploadRefused ? error.message : uploadFailed);
