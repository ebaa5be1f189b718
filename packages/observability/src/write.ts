// Writes the dashboards and rules into the chart: `npm run monitoring`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chartFolder } from './chart-folder.ts';
import { generatedFiles } from './generated-files.ts';

rmSync(path.join(chartFolder, 'monitoring'), { recursive: true, force: true });
for (const [name, content] of generatedFiles()) {
  const file = path.join(chartFolder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
console.log(`written: ${generatedFiles().size} files in charts/inkbear/monitoring`);
