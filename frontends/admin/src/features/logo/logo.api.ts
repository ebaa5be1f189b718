import { uploadLogo, uploadLogoDirectly } from '@inkbear/contracts/admin/logo';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { send } from '@inkbear/web-kit/api.ts';
import { siteLogoQuery } from '@inkbear/web-kit/site-logo.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { tokenHeader } from '../../kit/session/admin-call.ts';

const routes = { checked: uploadLogo, direct: uploadLogoDirectly } as const;
/** `checked` validates the file in the browser; `direct` leaves that to the server. */
export type LogoPage = keyof typeof routes;
export const uploadFailed = 'Upload failed';

async function upload(page: LogoPage, file: File): Promise<{ message: string }> {
  const body = new FormData();
  body.append('logo', file);
  const response = await send(routes[page], { body, headers: tokenHeader() }, 'application/json');
  return (await response.json()) as { message: string };
}

/** Uploads as the admin of this tab, or as the signed-in user; the server decides who is allowed to. */
export function useUploadLogo(page: LogoPage) {
  const client = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: (file: File) => upload(page, file).catch(asUploadRefused),
    onSuccess: ({ message }) => {
      showToast({ title: 'Success', description: message });
      void client.invalidateQueries({ queryKey: siteLogoQuery().queryKey });
    },
    onError: (error) => showToast({ title: uploadFailed, description: refusalOf(error), tone: 'destructive' }),
  });
}

/** Hides the 401 of an upload from the global rule that redirects to the sign-in page: anyone may open these pages. */
class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError';
}
const asUploadRefused = (error: unknown): never => {
  throw new UploadRefusedError(messageOf(error, uploadFailed));
};
export const refusalOf = (error: unknown): string =>
  error instanceof UploadRefusedError ? error.message : uploadFailed;
