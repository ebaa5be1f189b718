import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Author } from '@inkbear/e2e/author';
import { edgesOf, saveEdges } from '@inkbear/e2e/trace-collector';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { publicUrl, upgrade } from '../src/cluster.ts';
import { imageTag, type Installation, useInstallation } from '../src/installation.ts';
import { TraceSink, traceSinkValues } from '../src/trace-sink.ts';

const exportedWithinMs = 60_000;

describe('the traces of the release', () => {
  let installation: Installation;
  let sink: TraceSink;
  beforeAll(async () => {
    installation = await useInstallation();
    sink = await TraceSink.start();
    await upgrade(imageTag, traceSinkValues);
  }, 600_000);
  afterAll(async () => {
    installation.gateway.close();
    await sink.remove();
    await upgrade(imageTag);
  }, 400_000);

  it('connect a save of a chapter from the gateway through books to the transaction in MongoDB', async () => {
    const author = await Author.register(publicUrl);
    const { chapterId } = await author.createBook();
    const { status } = await author.call('PUT', `/api/chapters/${chapterId}`, { content: 'It was a dark night.' });
    expect(status).toBe(200);
    // Nobody else saves with PUT meanwhile.
    const readEdges = async () => {
      const spans = await sink.readSpans();
      const save = spans.find(({ service, name }) => service === 'gateway' && name === 'PUT saveChapter');
      return save ? edgesOf(save.traceId, spans) : [];
    };
    const hasAll = (edges: readonly string[]) => saveEdges.every((edge) => edges.includes(edge));
    const edges = await eventually(readEdges, hasAll, exportedWithinMs).catch(readEdges);
    expect(edges).toEqual(expect.arrayContaining([...saveEdges]));
  });
});
