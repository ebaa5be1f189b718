import { type Edition, isFinished } from '@inkbear/contracts/export/edition';
import { isSettled, type ManuscriptImport } from '@inkbear/contracts/export/import';
import { buildPath, type Route } from '@inkbear/contracts/route';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { type AdminSite, signInAdmin } from '../sign-in-admin.ts';
import { Author } from '../author.ts';
import { coverForm } from '../cover-form.ts';
import { getWithRateLimitRetry } from '../get-with-rate-limit-retry.ts';
import { marker } from './fuzz.ts';

/** Ids of one author's resources, by the parameter name under which attackers send them. */
export type OwnedResources = Readonly<Record<string, string>>;

/**
 * Creates a book with text, design, front and back matter, a choice of what AI sees, a story bible, a finding, a cover, an
 * edition with a finished file, an import with a plan, an operation on the structure, a chapter in the trash, a story, an AI
 * result and an unconfirmed payment.
 */
export async function createOwnedResources(site: AdminSite, author: Author): Promise<OwnedResources> {
  const { bookId, chapterId } = await author.createBook();
  await author.call('PUT', `/api/chapters/${chapterId}`, { content: `${marker} belongs to one author alone. [TODO]` });
  await author.call('PUT', `/api/books/${bookId}`, { outline: `${marker} outline` });
  const firstSave = { 'if-match': '"0"' };
  await author.call('PUT', `/api/books/${bookId}/design`, { shortTitle: marker }, firstSave);
  const pieces = [{ kind: 'notes', text: `${marker} notes` }];
  await author.call('PUT', `/api/books/${bookId}/matter`, { pieces }, firstSave);
  await author.call('PUT', `/api/ai/context-choice?bookId=${bookId}`, { exclude: [marker] }, firstSave);
  const summaries = { line: `${marker} line`, short: '', long: '' };
  await author.call('PUT', `/api/ai/summaries?chapterId=${chapterId}`, summaries, firstSave);
  const bibleAndFinding = await createBibleAndFinding(author, bookId);
  const operationId = await createOperation(author, chapterId);
  const deletedChapter = await author.call('POST', `/api/books/${bookId}/chapters`, { title: 'Thrown away' });
  await author.call('DELETE', `/api/chapters/${String(deletedChapter.body['id'])}`);
  const trash = await author.call('GET', '/api/trash');
  const storyId = await createStory(site, author);
  const edition = await createEdition(author, bookId);
  const importId = await createImport(author);
  const titles = await author.call('POST', '/api/ai/generate-titles', { topic: `${marker} bees`, bookId });
  const payment = await author.call('POST', '/api/create-payment-intent', { amount: 2000 });
  // The words of the day arrive by event; after them nothing changes any more.
  await eventually(async () => (await author.call('GET', '/api/user')).body['stats'].wordsToday !== 0);
  return {
    bookId,
    chapterId,
    storyId,
    ...edition,
    importId,
    ...bibleAndFinding,
    operationId,
    trashId: String(trash.body[0].id),
    resultId: String(titles.body['resultId']),
    clientSecret: String(payment.body['clientSecret']),
  };
}

/** Writes a story bible, and checks the book, whose text has a placeholder. */
async function createBibleAndFinding(author: Author, bookId: string) {
  const bible = `/api/books/${bookId}/bible/entries`;
  const post = async (path: string, body: object) => (await author.call('POST', path, body)).body as Created;
  const { id: entryId } = await post(bible, { kind: 'character', name: `${marker} Mara` });
  const { id: otherEntryId } = await post(bible, { kind: 'place', name: `${marker} Harrow` });
  const { facts } = await post(`${bible}/${entryId}/facts`, { attribute: 'other', value: `${marker} limps` });
  const { relations, decisionId } = await post(`${bible}/${entryId}/relations`, {
    toId: otherEntryId,
    type: 'lives in',
  });
  await author.call('POST', `/api/books/${bookId}/checks`, { groups: ['leak'] });
  const findings = await author.call('GET', `/api/books/${bookId}/findings`);
  return {
    entryId,
    otherEntryId,
    factId: facts[0]?.id ?? '',
    relationId: relations[0]?.id ?? '',
    decisionId,
    findingId: String(findings.body[0].id),
  };
}

interface Created {
  readonly id: string;
  readonly decisionId: string;
  readonly facts: readonly { readonly id: string }[];
  readonly relations: readonly { readonly id: string }[];
}

/** Uploads a cover, and makes a file of the book. */
async function createEdition(author: Author, bookId: string): Promise<{ editionId: string; fileId: string }> {
  await author.call('PUT', `/api/books/${bookId}/cover`, await coverForm());
  const { status, body } = await author.call('POST', `/api/books/${bookId}/editions`, { profiles: ['markdown'] });
  if (status !== 201) throw new Error(`The edition was not created: ${status}.`);
  const editionId = String(body['id']);
  const read = async () => (await author.call('GET', `/api/editions/${editionId}`)).body as Edition;
  const { files } = await eventually(read, (edition) => edition.files.every(({ state }) => isFinished(state)));
  // A finished file marks its book as exported, by event.
  await eventually(async () => (await author.call('GET', `/api/books/${bookId}`)).body['exported'] !== false);
  return { editionId, fileId: files[0]?.id ?? '' };
}

/** Moves the only scene of the chapter to where it is, which can be undone. */
async function createOperation(author: Author, chapterId: string): Promise<string> {
  const move = { rev: 2, index: 0, toChapterId: chapterId, toRev: 2, toIndex: 0 };
  const { status, body } = await author.call('POST', `/api/chapters/${chapterId}/scenes/move`, move);
  if (status !== 200) throw new Error(`The scene was not moved: ${status}.`);
  return String(body[0].operationId);
}

/** Uploads a manuscript, and waits until it has been read. */
async function createImport(author: Author): Promise<string> {
  const form = new FormData();
  form.set('file', new File([`# The Storm\n\n${marker} was snowed in.\n`], 'Storm.md'));
  const { status, body } = await author.call('POST', '/api/imports', form);
  if (status !== 201) throw new Error(`The import was not created: ${status}.`);
  const read = async () => (await author.call('GET', `/api/imports/${String(body['id'])}`)).body as ManuscriptImport;
  const { id, state } = await eventually(read, (item) => isSettled(item.state));
  if (state !== 'ready') throw new Error(`The import is ${state}.`);
  return id;
}

/** Stories need a plan, which an admin grants; every service has it once the user's own row shows it. */
async function createStory(site: AdminSite, author: Author): Promise<string> {
  const { id: userId } = (await author.call('GET', '/api/user')).body as { id: string };
  const grant = { userId, plan: 'pro_monthly' };
  const token = await signInAdmin(site);
  await new Author(site.url).call('POST', '/api/admin/update-user-plan', grant, { 'x-admin-token': token });
  await eventually(async () => (await author.call('GET', '/api/user')).body['plan'] !== 'free');
  // Admins may see the title; its answers and its text are secret, so they contain the marker.
  const story = await author.call('POST', '/api/personal-stories', {
    title: 'Family Legacy',
    storyType: 'family-legacy',
    formData: { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': marker },
  });
  const storyId = String(story.body['id']);
  await author.call('PUT', `/api/personal-stories/${storyId}`, { content: `${marker} tells of one family alone.` });
  // An export that our own page has caused sets `exported` by event.
  const ownPage = { 'sec-fetch-site': 'same-origin' };
  await author.call('GET', `/api/personal-stories/${storyId}/export/pdf`, undefined, ownPage);
  await eventually(
    async () => (await author.call('GET', `/api/personal-stories/${storyId}`)).body['exported'] !== false,
  );
  return storyId;
}

/** The route's path and query with the owner's ids. */
export function pathWithIds(route: Route, ids: OwnedResources): string {
  const kind = route.path.includes('/chapters/:id')
    ? 'chapterId'
    : route.path.includes('/trash/')
      ? 'trashId'
      : /^\/(api\/personal-|internal\/)stories\/:id/.test(route.path)
        ? 'storyId'
        : route.path.startsWith('/api/editions/:id')
          ? 'editionId'
          : route.path.startsWith('/api/imports/:id')
            ? 'importId'
            : 'bookId';
  const params = { rev: 1, index: 0, file: 'missing', ...ids, id: ids[kind] ?? 'missing' };
  return buildPath(route, params) + queryWithIds(route, ids);
}

function queryWithIds(route: Route, { bookId, chapterId }: OwnedResources): string {
  if (route.path === '/api/ai/context-choice' || route.path === '/api/ai/reading/estimate') return `?bookId=${bookId}`;
  if (route.query && route.path.startsWith('/api/ai/')) return `?chapterId=${chapterId}`;
  if (route.id === 'readImportText') return '?from=0&to=1000';
  if (route.id === 'previewPurchase') return '?plan=pro_oneoff';
  return route.id === 'getCoverGuide' ? '?pages=100' : '';
}

/**
 * Everything of the owner's that a stranger might have changed. A snapshot after each attack exceeds the owner's rate
 * limit, so it waits.
 */
export async function ownerSnapshot(
  owner: Author,
  { bookId, chapterId, entryId, importId }: OwnedResources,
): Promise<unknown> {
  const answers = await Promise.all(
    [
      '/api/books',
      `/api/books/${bookId}/chapters`,
      `/api/books/${bookId}/design`,
      `/api/books/${bookId}/matter`,
      `/api/ai/context-choice?bookId=${bookId}`,
      `/api/ai/summaries?chapterId=${chapterId}`,
      `/api/books/${bookId}/findings`,
      `/api/books/${bookId}/bible/entries`,
      `/api/books/${bookId}/bible/entries/${entryId}`,
      `/api/books/${bookId}/editions`,
      `/api/books/${bookId}/cover`,
      '/api/editions/storage',
      '/api/imports',
      `/api/imports/${importId}`,
      '/api/trash',
      '/api/personal-stories',
      `/api/chapters/${chapterId}/revisions`,
      '/api/ai/results',
      '/api/ai/limits',
      '/api/user',
      '/api/billing/subscription',
      '/api/user/referrals',
    ].map((route) => getWithRateLimitRetry(owner, route)),
  );
  // `asOf` is the time of the reply.
  return answers.map(({ status, body }) => [
    status,
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'asOf')),
  ]);
}
