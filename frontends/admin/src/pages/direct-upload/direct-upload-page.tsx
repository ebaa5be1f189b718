import { LogoUploader } from '../../features/logo/logo-uploader.tsx';

export default function DirectUploadPage() {
  return (
    <>
      <title>Direct logo upload · Inkbear</title>
      <LogoUploader
        page="direct"
        title="Direct logo upload"
        text="No navigation restrictions: the file goes straight to the server, which decides. Only an admin’s upload is accepted."
      />
    </>
  );
}
