import { LogoUploader } from '../../features/logo/logo-uploader.tsx';
import styles from './logo-page.module.css';

export default function LogoUploadPage() {
  return (
    <>
      <title>Logo upload · Inkbear</title>
      <LogoUploader page="checked" title="Logo upload">
        <p className={styles['text']}>The logo at the top of every page. Only an admin’s upload is accepted.</p>
      </LogoUploader>
    </>
  );
}
