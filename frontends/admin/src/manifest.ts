import type { RemoteManifest } from '@inkbear/web-kit/remote-contract.ts';

const manifest: RemoteManifest = {
  pages: [
    { path: '/admin/login', isFullHeight: true },
    { path: '/admin', isFullHeight: true },
    { path: '/logo-upload' },
    { path: '/direct-upload' },
  ],
};

export default manifest;
