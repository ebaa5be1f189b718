import BookOutlined from '@ant-design/icons-svg/es/asn/BookOutlined';
import BulbOutlined from '@ant-design/icons-svg/es/asn/BulbOutlined';
import CompassOutlined from '@ant-design/icons-svg/es/asn/CompassOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import ThunderboltOutlined from '@ant-design/icons-svg/es/asn/ThunderboltOutlined';
import UnorderedListOutlined from '@ant-design/icons-svg/es/asn/UnorderedListOutlined';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { ComponentType } from 'react';
import type { PageToolId } from './page-tool-id.ts';

interface PageTool {
  /** Its id in the URL. */
  readonly id: PageToolId;
  readonly label: string;
  /** A short description for the tab. */
  readonly hint: string;
  /** The description on the open tool. */
  readonly lead: string;
  readonly icon: IconDefinition;
  readonly Panel: ComponentType;
}

/** The six tools in order; the first is the default. */
export const pageTools = [
  {
    id: 'title-generator',
    label: 'Title generator',
    hint: 'What could it be called?',
    lead: 'Say what your book is about, and choose from titles, each with a reason.',
    icon: EditOutlined,
    Panel: lazyPage(() => import('./panels/title-tool.tsx')),
  },
  {
    id: 'genre-quiz',
    label: 'Genre quiz',
    hint: 'Which shelf is yours?',
    lead: 'Four steps from what you love and know to the genre that suits you.',
    icon: CompassOutlined,
    Panel: lazyPage(() => import('./panels/genre-tool.tsx')),
  },
  {
    id: 'plot-dice',
    label: 'Plot Starter',
    hint: 'A spark to begin with',
    lead: 'Roll a genre, a character, a setting and a conflict. Keep what you like and roll the rest again.',
    icon: ThunderboltOutlined,
    Panel: lazyPage(() => import('./panels/plot-tool.tsx')),
  },
  {
    id: 'outline-generator',
    label: 'Outline generator',
    hint: 'From a title to chapters',
    lead: 'A chapter plan with key points for your title and length. It becomes a book with one click.',
    icon: UnorderedListOutlined,
    Panel: lazyPage(() => import('./panels/outline-tool.tsx')),
  },
  {
    id: 'new-book',
    label: 'New book',
    hint: 'Make it a book',
    lead: 'A title and a genre are enough. Everything can be changed later.',
    icon: BookOutlined,
    Panel: lazyPage(() => import('./panels/new-book-tool.tsx')),
  },
  {
    id: 'writers-tips',
    label: 'Writers’ tips',
    hint: 'For the days that need one',
    lead: 'Tips, techniques, facts and a little courage, in six categories.',
    icon: BulbOutlined,
    Panel: lazyPage(() => import('./panels/tips-tool.tsx')),
  },
] as const satisfies readonly PageTool[];

/** The tool with the id from the URL; the first for an unknown id. */
export const toolOf = (toolId: string | null) => pageTools.find(({ id }) => id === toolId) ?? pageTools[0];
