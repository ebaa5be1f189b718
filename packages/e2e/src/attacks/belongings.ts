import { buildPath, type Route } from '@inkbear/contracts/route';
import { Author } from '../author.ts';
import type { House } from '../house.ts';
import { marker } from './fuzz.ts';

/** What one author has, by the name under which attackers send it. */
export type Belongings = Readonly<Record<string, string>>;

/** A book with words, a chapter in the trash, a story, an idea of the AI and a payment that has begun. */
export async function makeBelongings(house: House, author: Author): Promise<Belongings> {
  const { bookId, chapterId } = await author.createBook();
  await author.call('PUT', `/api/chapters/${chapterId}`, { content: `${marker} belongs to one author alone.` });
  await author.call('PUT', `/api/books/${bookId}`, { outline: `${marker} outline` });
  const doomed = await author.call('POST', `/api/books/${bookId}/chapters`, { title: 'Thrown away' });
  await author.call('DELETE', `/api/chapters/${String(doomed.body['id'])}`);
  const trash = await author.call('GET', '/api/trash');
  const storyId = await writeStory(house, author);
  const titles = await author.call('POST', '/api/ai/generate-titles', { topic: `${marker} bees`, bookId });
  const payment = await author.call('POST', '/api/create-payment-intent', { amount: 2000 });
  // The day's words come by event; afterwards nothing moves by itself.
  for (let tries = 0; tries < 100 && (await author.call('GET', '/api/user')).body['stats'].wordsToday === 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    bookId,
    chapterId,
    storyId,
    trashId: String(trash.body[0].id),
    resultId: String(titles.body['resultId']),
    clientSecret: String(payment.body['clientSecret']),
  };
}

/** Stories need a plan, which an admin grants; it has arrived everywhere when the user's own row knows it. */
async function writeStory({ url, demo }: House, author: Author): Promise<string> {
  const { id: userId } = (await author.call('GET', '/api/user')).body as { id: string };
  const admin = new Author(url);
  const { token } = (await admin.call('POST', '/api/admin/login', { password: demo.adminPassword })).body as {
    token: string;
  };
  await admin.call('POST', '/api/admin/update-user-plan', { userId, plan: 'pro_monthly' }, { 'x-admin-token': token });
  for (let tries = 0; tries < 100 && (await author.call('GET', '/api/user')).body['plan'] === 'free'; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  // Its title is no secret to admins; its answers and its text are.
  const story = await author.call('POST', '/api/personal-stories', {
    title: 'Family Legacy',
    storyType: 'family-legacy',
    formData: { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': marker },
  });
  const storyId = String(story.body['id']);
  await author.call('PUT', `/api/personal-stories/${storyId}`, { content: `${marker} tells of one family alone.` });
  // Reading it as a PDF marks it as exported, by event.
  await author.call('GET', `/api/personal-stories/${storyId}/export/pdf`);
  for (
    let tries = 0;
    tries < 100 && (await author.call('GET', `/api/personal-stories/${storyId}`)).body['exported'] === false;
    tries += 1
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
  return storyId;
}

/** The route with the owner's ids in its path and query. */
export function pathTo(route: Route, ids: Belongings): string {
  const kind = route.path.includes('/chapters/:id')
    ? 'chapterId'
    : route.path.includes('/trash/')
      ? 'trashId'
      : /^\/(api\/personal-|internal\/)stories\/:id/.test(route.path)
        ? 'storyId'
        : 'bookId';
  const query = route.query && route.path.startsWith('/api/ai/') ? `?chapterId=${ids['chapterId']}` : '';
  return buildPath(route, { id: ids[kind] ?? 'missing', rev: 1, file: 'missing' }) + query;
}

/** What the owner has, as far as a stranger might have changed it. */
export async function ownersView(owner: Author, { bookId, chapterId }: Belongings): Promise<unknown> {
  const answers = await Promise.all(
    [
      '/api/books',
      `/api/books/${bookId}/chapters`,
      '/api/trash',
      '/api/personal-stories',
      `/api/chapters/${chapterId}/revisions`,
      '/api/ai/results',
      '/api/ai/limits',
      '/api/user',
      '/api/billing/subscription',
      '/api/user/referrals',
    ].map((route) => owner.call('GET', route)),
  );
  // When an answer was given is not what the owner has.
  return answers.map(({ status, body }) => [
    status,
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'asOf')),
  ]);
}
