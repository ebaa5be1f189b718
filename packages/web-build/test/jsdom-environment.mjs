// The environment of component tests: jsdom, plus the browser APIs that it lacks.
import { TestEnvironment } from 'jest-environment-jsdom';

const fromNode = [
  'fetch',
  'Response',
  'Headers',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'TransformStream',
  'TextDecoderStream',
  'structuredClone',
];

/** Node's Request rejects jsdom's AbortSignal, which the router passes to it. */
class PageRequest extends Request {
  constructor(input, { signal, ...init } = {}) {
    super(input, init);
    if (signal) Object.defineProperty(this, 'signal', { value: signal });
  }
}

export default class PageEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const page = this.global;
    for (const name of fromNode) page[name] ??= globalThis[name];
    page.Request ??= PageRequest;
    page.matchMedia ??= (media) => Object.assign(new page.EventTarget(), { media, matches: false });
    const style = page.getComputedStyle;
    page.getComputedStyle = (element) => style.call(page, element);
    page.scrollTo = () => undefined;
    page.Element.prototype.scrollIntoView = () => undefined;
    page.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    // antd's Form batches its updates with a MessageChannel. Node's own would keep the test process alive.
    const later = page.setTimeout.bind(page);
    page.MessageChannel ??= class {
      port1 = { onmessage: null };
      port2 = { postMessage: (data) => void later(() => this.port1.onmessage?.({ data })) };
    };
    page.BroadcastChannel = class extends page.EventTarget {
      postMessage() {}
      close() {}
    };
    page.HTMLDialogElement.prototype.showModal = function showModal() {
      this.setAttribute('open', '');
    };
    page.HTMLDialogElement.prototype.close = function close() {
      this.removeAttribute('open');
    };
    // The gateway sets this attribute for a request with a session cookie.
    page.document.documentElement.setAttribute('data-session', '');
    page.crypto.randomUUID ??= () => globalThis.crypto.randomUUID();
  }
}
