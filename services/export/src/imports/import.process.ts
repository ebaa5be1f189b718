import { serveTasks } from '@inkbear/service-kit/task-process';
import { readFile } from './read-file.ts';

// Reads manuscripts in a child process of `ReadingPool`.
serveTasks(readFile);
