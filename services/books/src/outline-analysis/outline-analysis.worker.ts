/** What a worker thread does for `OutlineAnalyser`. */
export { analyseOutline as default } from './analyse-outline.ts';
