import { describe, expect, it } from '@jest/globals';
import { events } from './events.ts';
import { brokerPermissions, consumedEvents } from './messaging.ts';
import { routes } from './routes.ts';
import { processNames, serviceNames } from './services.ts';

describe('internal routes', () => {
  it.each(routes.map((route) => [route.id, route] as const))(
    '%s names its callers only if it is internal',
    (_id, route) => {
      if (!route.path.startsWith('/internal/')) {
        expect(route.callers).toBeUndefined();
        return;
      }
      expect(route.callers).not.toHaveLength(0);
      for (const caller of route.callers ?? []) expect(processNames).toContain(caller);
    },
  );
});

describe('broker permissions', () => {
  it('let a service publish exactly the events that it owns', () => {
    for (const service of serviceNames) {
      const published = brokerPermissions(service).publish.filter((subject) => !subject.startsWith('$JS.'));
      expect(published).toEqual(events.filter(({ owner }) => owner === service).map(({ type }) => type));
    }
  });

  it('let no process publish an event of another process or change its stream', () => {
    for (const process of processNames) {
      const { publish } = brokerPermissions(process);
      const foreign = events.filter(({ owner }) => owner !== process).map(({ type }) => type as string);
      expect(publish.filter((subject) => foreign.includes(subject))).toEqual([]);
      const streams = publish.filter((subject) => subject.startsWith('$JS.API.STREAM.'));
      expect(streams.filter((subject) => !subject.endsWith(`.inkbear-${process}`))).toEqual([]);
    }
  });

  it('use wildcards only for acknowledgements and the inbox of the process', () => {
    for (const process of processNames) {
      const { publish, subscribe } = brokerPermissions(process);
      const consumers = process === 'gateway' ? 0 : consumedEvents[process].length;
      expect(publish.filter((subject) => /[*>]/.test(subject) && subject.startsWith('$JS.ACK.inkbear-'))).toHaveLength(
        consumers,
      );
      expect(publish.filter((subject) => /[*>]/.test(subject) && !subject.startsWith('$JS.ACK.'))).toEqual([]);
      expect(subscribe.filter((subject) => /[*>]/.test(subject))).toEqual([`_INBOX.${process}.>`]);
    }
  });

  it('follow from the owner of an event, with which its subject begins', () => {
    for (const { type, owner } of events) expect([type, type.split('.')[0]]).toEqual([type, owner]);
  });

  it('contain no event twice', () => {
    for (const service of serviceNames) {
      const types = consumedEvents[service].map(({ type }) => type);
      expect(new Set(types).size).toBe(types.length);
    }
  });
});
