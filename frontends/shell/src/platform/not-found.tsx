import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';

export function NotFoundPage() {
  return (
    <>
      <title>Page not found · Inkbear</title>
      <ErrorState
        title="404 Page Not Found"
        text="The page you're looking for doesn't exist."
        action={
          <ButtonLink variant="primary" to="/">
            Return Home
          </ButtonLink>
        }
      />
    </>
  );
}
