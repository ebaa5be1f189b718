import type { AuthorRouteId } from '@inkbear/contracts/routes';

type Ids = Readonly<Record<string, string>>;

/**
 * The reply to a stranger who sends the owner's ids. `hidden`: the same reply as for a resource that does not exist.
 * `open`: the route takes no ids, so a stranger may call it, but neither sees nor changes the owner's data. `excluded`:
 * the route ends a session, so other tests cover it.
 */
export interface Expectation {
  readonly stranger: 'hidden' | 'open' | 'excluded';
  /** A body that is valid for the owner. */
  readonly body?: (ids: Ids) => Record<string, unknown>;
}

const hidden: Expectation = { stranger: 'hidden' };
const open: Expectation = { stranger: 'open' };
const excluded: Expectation = { stranger: 'excluded' };
const hiddenWith = (body: NonNullable<Expectation['body']>): Expectation => ({ stranger: 'hidden', body });
const generate = hiddenWith(({ chapterId, bookId }) => ({
  bookTitle: 'A',
  chapterTitle: 'B',
  chapterNumber: 1,
  chapterId,
  bookId,
}));
const onChapter = hiddenWith(({ chapterId }) => ({ content: 'a text', chapterId }));

/** The type requires a row for every route that an author can call. Admin routes need none. */
const rows: Readonly<Record<AuthorRouteId, Expectation>> = {
  register: open,
  login: open,
  logout: excluded,
  getUser: open,
  deleteUser: { stranger: 'open', body: () => ({ password: 'not-the-password' }) },
  changePassword: { stranger: 'open', body: () => ({ current: 'not-the-password', next: 'new-otter-10' }) },
  getPlanStatus: open,
  getPublicStats: open,
  listBooks: open,
  createBook: open,
  getBookAllowance: open,
  getBook: hidden,
  deleteBook: hidden,
  getOutlineAnalysis: hidden,
  getVoice: hidden,
  listFindings: hidden,
  updateFinding: hiddenWith(() => ({ status: 'ignored' })),
  checkBook: hiddenWith(() => ({ groups: ['leak'] })),
  getBookProgress: hidden,
  getDesign: hidden,
  saveDesign: hiddenWith(() => ({ trim: '5x8' })),
  getMatter: hidden,
  saveMatter: hiddenWith(() => ({ pieces: [{ kind: 'notes', text: 'Smuggled in' }] })),
  listMatterRevisions: hidden,
  listTrash: open,
  restoreTrash: hidden,
  updateBook: hiddenWith(() => ({ title: 'Taken over' })),
  listChapters: hidden,
  getChapter: hidden,
  deleteChapter: hidden,
  listRevisions: hidden,
  getRevision: hidden,
  restoreRevision: hidden,
  createChapter: hiddenWith(() => ({ title: 'Smuggled in' })),
  orderChapters: hiddenWith(({ chapterId }) => ({ chapterIds: [chapterId] })),
  saveChapter: hiddenWith(() => ({ content: 'Overwritten' })),
  patchChapter: hiddenWith(() => ({ changeId: 'a-stranger-1', changes: [[0, 'x']] })),
  createSnapshot: hiddenWith(() => ({ name: 'Mine now' })),
  deleteRevisions: hiddenWith(() => ({ revs: [1] })),
  undeleteRevisions: hiddenWith(() => ({ revs: [1] })),
  generateChapter: generate,
  generateChapterEnhanced: generate,
  adjustChapterTone: onChapter,
  extendChapter: onChapter,
  polishChapter: onChapter,
  enhanceContent: hiddenWith(({ chapterId }) => ({ content: 'a text', action: 'rewrite', chapterId })),
  generateEnhancementOptions: hiddenWith(({ chapterId }) => ({
    selectedText: 'a text',
    enhancementType: 'tone',
    chapterId,
  })),
  generateTitles: hiddenWith(({ bookId }) => ({ topic: 'bees', bookId })),
  generateOutline: hiddenWith(({ bookId }) => ({ title: 'Bees', genre: 'general', bookId })),
  regenerateOutline: hiddenWith(({ bookId }) => ({ title: 'Bees', bookId })),
  askWritingCoach: hiddenWith(({ bookId }) => ({ bookId, chapterNumber: 1, question: 'Does it work?' })),
  genreQuiz: open,
  getLimits: hidden,
  getContext: hidden,
  checkStyle: { stranger: 'open', body: () => ({ text: 'Teh bees.' }) },
  listResults: hidden,
  getCoachingStatus: open,
  getAiStatus: open,
  getBillingConfig: open,
  createSubscription: open,
  createPaymentIntent: open,
  getSubscription: open,
  cancelSubscription: open,
  openBillingPortal: open,
  billingWebhook: open,
  checkPromoCode: { stranger: 'open', body: () => ({ code: 'NONE', plan: 'pro_monthly' }) },
  redeemPromoCode: { stranger: 'open', body: () => ({ code: 'NONE' }) },
  confirmSandboxPayment: hiddenWith(({ clientSecret }) => ({ clientSecret, cardNumber: '4242424242424242' })),
  listEditions: hidden,
  createEdition: hiddenWith(() => ({ profiles: ['markdown'] })),
  getEdition: hidden,
  updateEdition: hiddenWith(() => ({ name: 'Mine now', pinned: true })),
  deleteEdition: hidden,
  addEditionFile: hiddenWith(() => ({ profile: 'markdown' })),
  removeEditionFile: hidden,
  downloadEditionFile: hidden,
  uploadCover: hidden,
  getCover: hidden,
  getCoverImage: hidden,
  deleteCover: hidden,
  getCoverGuide: hidden,
  exportBookPdf: hidden,
  exportOutlinePdf: hidden,
  exportEverything: open,
  listStories: open,
  createStory: {
    stranger: 'open',
    body: () => ({
      title: 'Mine',
      storyType: 'family-legacy',
      formData: { 'Family Name': 'A', 'Main Characters': 'B', 'Family History': 'C' },
    }),
  },
  getStory: hidden,
  deleteStory: hidden,
  listStoryRevisions: hidden,
  getStoryRevision: hidden,
  restoreStoryRevision: hidden,
  getStoryLimits: hidden,
  exportStoryPdf: hidden,
  generateStory: hidden,
  saveStory: hiddenWith(() => ({ content: 'Overwritten' })),
  patchStory: hiddenWith(() => ({ changeId: 'a-stranger-2', changes: [[0, 'x']] })),
  createStorySnapshot: hiddenWith(() => ({ name: 'Mine now' })),
  deleteStoryRevisions: hiddenWith(() => ({ revs: [1] })),
  undeleteStoryRevisions: hiddenWith(() => ({ revs: [1] })),
  polishStory: hiddenWith(() => ({ content: 'a text' })),
  enhanceStory: hiddenWith(() => ({ selectedText: 'a text of some length', enhancementType: 'emotion' })),
  changeStoryTone: hiddenWith(() => ({ content: 'a text', tone: 'reflective' })),
  adjustStoryLength: hiddenWith(() => ({ content: 'a text', adjustment: 'expand' })),
  getBooksStorage: open,
  getStoriesStorage: open,
  getAiStorage: open,
  getFilesStorage: open,
  getReferrals: open,
  listReviews: open,
  createReview: { stranger: 'open', body: () => ({ rating: 5, title: 'Good', content: 'It kept my words.' }) },
  adminLogin: open,
  getSiteLogo: open,
  getLogoFile: open,
  uploadLogo: open,
  uploadLogoDirectly: open,
  reportPageView: open,
};

/** The expectations by the name of any route; admin routes have none. */
export const tenantIsolation: Readonly<Record<string, Expectation>> = rows;
