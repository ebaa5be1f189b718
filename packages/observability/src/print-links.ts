// `npm run dashboards -- [address of Prometheus]`: prints a link for each dashboard, for a machine without Grafana.
import { dashboards } from './dashboards.ts';
import { prometheusLink } from './prometheus-links.ts';

const prometheusUrl = process.argv[2] ?? 'http://localhost:9090';
if (URL.canParse(prometheusUrl)) {
  const links = dashboards.map((each) => `${each.title}\n  ${prometheusLink(prometheusUrl, each)}\n`);
  process.stdout.write(links.join(''));
} else {
  process.stderr.write(`${prometheusUrl} is not an address.\nusage: npm run dashboards -- [http://localhost:9090]\n`);
  process.exitCode = 2;
}
