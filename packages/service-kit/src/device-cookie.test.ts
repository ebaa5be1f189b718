import { describe, expect, it } from '@jest/globals';
import { DeviceCookie } from './device-cookie.ts';

const id = 'a'.repeat(32);
const onHttp = new DeviceCookie({ name: 'inkbear_device', publicUrl: 'http://localhost:8080' });
const onHttps = new DeviceCookie({ name: 'inkbear_device', publicUrl: 'https://write.example.org' });

describe('the cookie of a device', () => {
  it('is read when it can be an id', () => {
    expect(onHttp.read({ inkbear_device: id })).toBe(id);
    for (const value of ['', 'short', 'a'.repeat(65), `${id};`, 'é'.repeat(32)]) expect(onHttp.read({ inkbear_device: value })).toBeUndefined();
    expect(onHttp.read({})).toBeUndefined();
  });

  it('is bound to the host over https', () => {
    expect(onHttps.header(id)).toBe(`__Host-inkbear_device=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure`);
    expect(onHttps.read({ inkbear_device: id })).toBeUndefined();
    expect(onHttps.read({ '__Host-inkbear_device': id })).toBe(id);
  });
});
