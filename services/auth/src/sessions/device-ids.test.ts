import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DeviceIds } from './device-ids.ts';

const secret = createSecretKey(randomBytes(32));
const onHttp = new DeviceIds({ secret, publicUrl: 'http://localhost:8080' });
const onHttps = new DeviceIds({ secret, publicUrl: 'https://write.example.org' });

describe('device ids', () => {
  it('are read again when they were issued here', () => {
    const id = onHttp.issue();
    expect(onHttp.read({ inkbear_device: id })).toBe(id);
    expect(id).toMatch(/^[\w-]{22,64}$/);
    expect(onHttp.issue()).not.toBe(id);
  });

  it('are refused when a client made them up, changed them or has them from elsewhere', () => {
    const id = onHttp.issue();
    const elsewhere = new DeviceIds({ secret: createSecretKey(randomBytes(32)), publicUrl: 'http://localhost:8080' }).issue();
    const changed = id.startsWith('A') ? `B${id.slice(1)}` : `A${id.slice(1)}`;
    for (const value of [undefined, '', 'a'.repeat(46), changed, id.slice(0, -1), `${id}A`, 'é'.repeat(46), elsewhere]) {
      expect(onHttp.read(value === undefined ? {} : { inkbear_device: value })).toBeUndefined();
    }
  });

  it('travel over https in a cookie that is bound to the host', () => {
    const id = onHttps.issue();
    expect(onHttps.cookie(id)).toBe(`__Host-inkbear_device=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure`);
    expect(onHttps.read({ inkbear_device: id })).toBeUndefined();
    expect(onHttps.read({ '__Host-inkbear_device': id })).toBe(id);
  });
});
