import { PlotDice } from '../../../features/plot-starter/components/plot-dice.tsx';
import { plotSentence } from '../../../features/plot-starter/roll.ts';
import { toolPath } from '../tool-path.ts';

export default function PlotTool() {
  return (
    <PlotDice
      toolLinks={{
        titles: (plot) => toolPath('title-generator', { topic: plotSentence(plot), genre: plot.genre }),
        book: (plot) => toolPath('new-book', { outline: plotSentence(plot), genre: plot.genre }),
      }}
    />
  );
}
