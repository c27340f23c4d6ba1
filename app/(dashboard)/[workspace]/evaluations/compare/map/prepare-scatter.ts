import type { ExampleMap, ScatterPoint } from "./prepare-example-map";

/** The side of the plot in pixels. */
export const SCATTER_SIZE = 104;

export interface ScatterMark {
  /** Of the example that a press chooses. */
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly change: ScatterPoint["change"];
  /** The number of examples in place of dots; null for a dot. */
  readonly label: string | null;
  readonly isChosen: boolean;
}

export interface Scatter {
  readonly marks: readonly ScatterMark[];
  /** The grid; empty where the values are many. */
  readonly cells: readonly {
    readonly x: number;
    readonly y: number;
    readonly size: number;
    readonly isDiagonal: boolean;
  }[];
  readonly ticks: readonly { readonly value: number; readonly at: number }[];
}

/** Dots in the side of a cell; more examples are a number. */
const DOTS_PER_SIDE = 4;
/** Places along each axis where values are many: examples in one place are one dot, larger with their number. */
const PLACES = 40;

/** Returns the marks of a scatter: dots in the cells of a grid where values are few, else dots at their places. */
export function prepareScatter(map: ExampleMap, chosenKey: string | null): Scatter {
  return map.levels === null ? placedMarks(map, chosenKey) : gridMarks(map, map.levels, chosenKey);
}

function gridMarks({ points }: ExampleMap, levels: readonly number[], chosenKey: string | null): Scatter {
  const size = SCATTER_SIZE / levels.length;
  const groups = groupBy(points, ({ x, y }) => `${levels.indexOf(x)} ${levels.indexOf(y)}`);
  const radius = Math.min(4, size / (DOTS_PER_SIDE * 2.8));
  const marks = [...groups.values()].flatMap((held): ScatterMark[] => {
    const [first] = held;
    if (first === undefined) return [];
    const [left, top] = [levels.indexOf(first.x) * size, SCATTER_SIZE - (levels.indexOf(first.y) + 1) * size];
    if (held.length > DOTS_PER_SIDE ** 2) {
      const isChosen = held.some(({ example }) => example.key === chosenKey);
      const label = String(held.length);
      return [{ ...markOf(first, isChosen), x: left + size / 2, y: top + size / 2, r: 7, label }];
    }
    const side = Math.ceil(Math.sqrt(held.length));
    const gap = size / (side + 1);
    return held.map((point, index) => ({
      ...markOf(point, point.example.key === chosenKey),
      x: left + gap * (1 + (index % side)),
      y: top + gap * (1 + Math.floor(index / side)),
      r: radius,
      label: null,
    }));
  });
  const cells = levels.flatMap((_, column) =>
    levels.map((__, row) => ({
      x: column * size + 1,
      y: SCATTER_SIZE - (row + 1) * size + 1,
      size: size - 2,
      isDiagonal: column === row,
    })),
  );
  return { marks, cells, ticks: levels.map((value, index) => ({ value, at: (index + 0.5) * size })) };
}

function placedMarks({ points, domain }: ExampleMap, chosenKey: string | null): Scatter {
  const place = (value: number) =>
    domain.high > domain.low ? Math.round(((value - domain.low) / (domain.high - domain.low)) * PLACES) : PLACES / 2;
  const at = (value: number) => (place(value) / PLACES) * SCATTER_SIZE;
  const groups = groupBy(points, ({ x, y, change }) => `${place(x)} ${place(y)} ${change}`);
  const marks = [...groups.values()].flatMap((held): ScatterMark[] => {
    const [first] = held;
    if (first === undefined) return [];
    const isChosen = held.some(({ example }) => example.key === chosenKey);
    const r = Math.min(6, 2 + Math.log2(held.length));
    return [{ ...markOf(first, isChosen), x: at(first.x), y: SCATTER_SIZE - at(first.y), r, label: null }];
  });
  return { marks, cells: [], ticks: [domain.low, domain.high].map((value) => ({ value, at: at(value) })) };
}

const markOf = ({ example, change }: ScatterPoint, isChosen: boolean) => ({ key: example.key, change, isChosen });

function groupBy(
  points: readonly ScatterPoint[],
  nameOf: (point: ScatterPoint) => string,
): Map<string, ScatterPoint[]> {
  const groups = new Map<string, ScatterPoint[]>();
  for (const point of points) {
    const name = nameOf(point);
    const group = groups.get(name);
    if (group) group.push(point);
    else groups.set(name, [point]);
  }
  return groups;
}
