import express from 'express';
import mongoose from 'mongoose';

/**
 * Saves as most applications do: it receives the whole text, then loads, changes and saves the document. `/whole`
 * replies with the document, `/short` with its revision.
 */
const { MONGODB_URI = '', PORT = '' } = process.env;
await mongoose.connect(MONGODB_URI, { dbName: 'bench_baseline', writeConcern: { w: 'majority', journal: true } });
const Chapter = mongoose.model(
  'Chapter',
  new mongoose.Schema(
    { _id: String, title: String, content: String, wordCount: Number, rev: Number },
    { versionKey: false, timestamps: true },
  ),
);

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json({ limit: '2mb' }));
app.get('/ready', (_req, res) => void res.json({}));
app.post(
  '/chapters/:id',
  async (req, res) =>
    void res.json(
      await Chapter.create({
        _id: req.params.id,
        title: 'Chapter',
        content: (req.body as { content: string }).content,
        wordCount: 0,
        rev: 1,
      }),
    ),
);
for (const reply of ['whole', 'short'] as const) {
  app.put(`/${reply}/:id`, async (req, res) => {
    const chapter = await Chapter.findById(req.params.id);
    if (!chapter) {
      res.status(404).json({});
      return;
    }
    const { content, wordCount } = req.body as { content: string; wordCount: number };
    chapter.set({ content, wordCount, rev: (chapter.rev ?? 0) + 1 });
    await chapter.save();
    res.json(reply === 'whole' ? chapter : { rev: chapter.rev, wordCount: chapter.wordCount });
  });
}
app.listen(Number(PORT), '127.0.0.1');
