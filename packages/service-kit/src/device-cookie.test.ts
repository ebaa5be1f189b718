import { describe, expect, it } from '@jest/globals';
import { DeviceCookie } from './device-cookie.ts';

const id = 'a'.repeat(32);
const onHttp = new DeviceCookie({ name: 'inkbear_device', publicUrl: 'http://localhost:8080' });
const onHttps = new DeviceCookie({ name: 'inkbear_device', publicUrl: 'https://write.example.org' });

describe('DeviceCookie', () => {
  it('reads well-formed ids only', () => {
    expect(onHttp.read({ inkbear_device: id })).toEqual([id]);
    for (const value of ['', 'short', 'a'.repeat(65), `${id};`, 'é'.repeat(32)])
      expect(onHttp.read({ inkbear_device: value })).toEqual([]);
    expect(onHttp.read({})).toEqual([]);
  });

  it('uses the __Host- prefix over https', () => {
    expect(onHttps.header(id, [])).toBe(
      `__Host-inkbear_device=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure`,
    );
    expect(onHttps.read({ inkbear_device: id })).toEqual([]);
    expect(onHttps.read({ '__Host-inkbear_device': id })).toEqual([id]);
  });

  it('keeps the ids of four accounts, ordered by sign-in', () => {
    const [a, b, c, d, e] = [...'abcde'].map((letter) => letter.repeat(32)) as [string, string, string, string, string];
    const kept = (header: string) => onHttp.read({ inkbear_device: /=([^;]+)/.exec(header)?.[1] ?? '' });
    expect(kept(onHttp.header(a, [a, b]))).toEqual([b, a]);
    expect(kept(onHttp.header(e, [a, b, c, d]))).toEqual([b, c, d, e]);
    expect(onHttp.read({ inkbear_device: [a, b, c, d, e].join('.') })).toHaveLength(4);
  });
});
