import type { SceneBreak } from './design.ts';

export type OrnamentName = Exclude<SceneBreak, 'blank' | 'asterisks'>;

/** Filled outlines as operators of a content stream. The unit is a thousandth of an em; 0 is the middle of the line. */
type Outline = string;

type Point = readonly [x: number, y: number];

/** The height of the middle of ornaments above the baseline. */
const middle = 250;
/** The distance of the control points of a quarter circle, relative to its radius. */
const arcRatio = 0.5523;

const at = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y + middle)}`;

const polygon = ([first, ...rest]: readonly Point[]): Outline =>
  first ? `${at(first)} m ${rest.map((point) => `${at(point)} l`).join(' ')} h` : '';

const curve = (a: Point, b: Point, to: Point): string => `${at(a)} ${at(b)} ${at(to)} c`;

const circle = (x: number, y: number, radius: number): Outline => {
  const arc = radius * arcRatio;
  return [
    `${at([x + radius, y])} m`,
    curve([x + radius, y + arc], [x + arc, y + radius], [x, y + radius]),
    curve([x - arc, y + radius], [x - radius, y + arc], [x - radius, y]),
    curve([x - radius, y - arc], [x - arc, y - radius], [x, y - radius]),
    curve([x + arc, y - radius], [x + radius, y - arc], [x + radius, y]),
    'h',
  ].join(' ');
};

const diamond = (x: number, width: number, height: number): Outline =>
  polygon([
    [x - width, 0],
    [x, height],
    [x + width, 0],
    [x, -height],
  ]);

/** A rule of 90 units, so that it is not thinner than printers allow, at every font size. */
const rule = (from: number, to: number): Outline =>
  polygon([
    [from, 45],
    [to, 45],
    [to, -45],
    [from, -45],
  ]);

const star = (x: number, points: number, outer: number, inner: number): Outline =>
  polygon(
    Array.from({ length: points * 2 }, (_, index): Point => {
      const angle = Math.PI / 2 + (index * Math.PI) / points;
      const radius = index % 2 === 0 ? outer : inner;
      return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );

/** A leaf that points from the middle to one side. */
const leaf = (side: 1 | -1): Outline =>
  [
    `${at([side * 130, 0])} m`,
    curve([side * 300, 260], [side * 620, 240], [side * 860, 0]),
    curve([side * 620, -240], [side * 300, -260], [side * 130, 0]),
    'h',
  ].join(' ');

/** A wave that becomes thinner towards both ends. */
const wave = (): Outline =>
  [
    `${at([-1100, 0])} m`,
    curve([-700, 330], [-400, 330], [0, 50]),
    curve([400, -230], [700, -230], [1100, 0]),
    curve([700, -330], [400, -330], [0, -50]),
    curve([-400, 230], [-700, 230], [-1100, 0]),
    'h',
  ].join(' ');

const outlines: Readonly<Record<OrnamentName, readonly Outline[]>> = {
  o1: [circle(-600, 0, 95), circle(0, 0, 95), circle(600, 0, 95)],
  o2: [rule(-1500, -330), diamond(0, 200, 200), rule(330, 1500)],
  o3: [leaf(-1), circle(0, 0, 90), leaf(1)],
  o4: [star(0, 6, 330, 120), star(-800, 6, 230, 85), star(800, 6, 230, 85)],
  o5: [wave()],
  o6: [diamond(-620, 140, 220), diamond(0, 180, 290), diamond(620, 140, 220)],
  o7: [star(0, 4, 420, 110)],
  o8: [rule(-900, 900)],
};

/** Half the width of each ornament in thousandths of an em. */
export const ornamentReach = 1500;

/** The operators that fill an ornament, around 0 and in thousandths of an em. */
export const drawOrnament = (name: OrnamentName): string => `${outlines[name].join('\n')}\nf\n`;
