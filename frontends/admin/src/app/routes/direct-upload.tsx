import { LogoUploader } from '../../features/logo/logo-uploader.tsx';
import styles from './logo-page.module.css';

export default function DirectUploadPage() {
  return (
    <>
      <title>Direct logo upload · Inkbear</title>
      <LogoUploader page="direct" title="Direct logo upload">
        <p className={styles['text']}>
          No navigation restrictions: the file goes straight to the server, which decides. Only an admin’s upload is
          accepted.
        </p>
      </LogoUploader>
    </>
  );
}
