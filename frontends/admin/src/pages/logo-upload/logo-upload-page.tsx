import { LogoUploader } from '../../features/logo/logo-uploader.tsx';

export default function LogoUploadPage() {
  return (
    <>
      <title>Logo upload · Inkbear</title>
      <LogoUploader
        page="checked"
        title="Logo upload"
        text="The logo at the top of every page. Only an admin’s upload is accepted."
      />
    </>
  );
}
