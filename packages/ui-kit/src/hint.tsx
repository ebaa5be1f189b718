import { Tooltip, type TooltipProps } from 'antd';
import { tooltipDelay } from './theme.ts';

let lastClosed = 0;

/** A tooltip that waits 700 ms; right after another one it comes at once. */
export function Hint(props: TooltipProps) {
  const delay = () => (Date.now() - lastClosed < tooltipDelay.next ? 0 : tooltipDelay.first / 1000);
  return <Tooltip {...props} mouseEnterDelay={delay()} onOpenChange={(open) => { if (!open) lastClosed = Date.now(); }} />;
}
