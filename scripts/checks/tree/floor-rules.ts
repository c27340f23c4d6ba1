import { type FileImport, folderOf, isTest, isWithin, type SourceFile } from "./source-tree";

/** A part of the tree, and the order of the rooms in it. */
export interface Area {
  readonly name: string;
  /** The folder of its rooms, from the project's root. */
  readonly folder: string;
  /** True when its code holds secrets or opens files: a file that says "use client" may not import it. */
  readonly isServerOnly?: true;
  /**
   * The parts of other areas that it may import, from the project's root: folders, or single files without their
   * extension.
   */
  readonly mayReach: readonly string[];
  /**
   * From the ground up. A room imports from floors below its own, never from above and never from its neighbors on the
   * same floor. A room is a folder with everything in it, except for what has a place of its own; "." means the files
   * of the area's own folder, and "**" all of it.
   */
  readonly floors: readonly (readonly string[])[];
}

interface Place {
  readonly area: Area;
  readonly floor: number;
  /** The room's folder, from the project's root. */
  readonly room: string;
  /** True when only the folder's own files belong to it. */
  readonly isFlat: boolean;
}

function pathOfRoom({ folder }: Area, room: string): string {
  return room === "." || room === "**" ? folder : `${folder}/${room}`;
}

/** The folders of an area's rooms, from the project's root. */
export function roomsOf(area: Area): readonly string[] {
  return area.floors.flat().map((room) => pathOfRoom(area, room));
}

function placesOf(areas: readonly Area[]): readonly Place[] {
  const places = areas.flatMap((area) =>
    area.floors.flatMap((rooms, floor) =>
      rooms.map((room) => ({ area, floor, room: pathOfRoom(area, room), isFlat: room === "." })),
    ),
  );
  // Longest name first: a room inside another one has a place of its own.
  return places.sort((a, b) => b.room.length - a.room.length);
}

function isIn(path: string, { room, isFlat }: Place): boolean {
  return isFlat ? folderOf(path) === room : isWithin(path, room);
}

function placeOf(places: readonly Place[], path: string): Place | undefined {
  return places.find((place) => isIn(path, place));
}

function problemOf(from: Place, to: Place | undefined, path: string): string | null {
  if (from.room === to?.room) return null;
  if (from.area !== to?.area) {
    const isReached = from.area.mayReach.some((folder) => isWithin(path, folder));
    return isReached ? null : `${from.area.name} may not import from there`;
  }
  if (to.floor < from.floor) return null;
  return to.floor === from.floor
    ? `${to.room} is on the same floor as ${from.room}`
    : `${to.room} is above ${from.room}`;
}

const RUNS_IN_BROWSER = /^\s*(["'])use client\1/;

/**
 * Returns the imports of a file that go against the order of the floors, as sentences. Tests may import anything.
 *
 * @param imports the file's imports, see `importsOf`
 */
export function brokenFloors(file: SourceFile, imports: readonly FileImport[], areas: readonly Area[]): string[] {
  const places = placesOf(areas);
  const from = placeOf(places, file.path);
  if (!from || isTest(file.path)) return [];
  return imports.flatMap(({ to: path }) => {
    const to = placeOf(places, path);
    const problem = isTest(path) ? "it is for tests only" : problemOf(from, to, path);
    if (problem !== null) return [`${file.path} imports ${path}: ${problem}.`];
    const isSecret = to?.area.isServerOnly === true && RUNS_IN_BROWSER.test(file.text);
    return isSecret ? [`${file.path} runs in the browser and imports ${path}.`] : [];
  });
}

/**
 * Returns the sources in a folder of an area that no floor names, and the rooms without files: the list has to match
 * the tree.
 */
export function unnamedRooms(paths: readonly string[], areas: readonly Area[]): string[] {
  const places = placesOf(areas);
  const tops = new Set(places.map(({ room }) => room.split("/")[0]));
  const homeless = paths.filter((path) => path.includes("/") && tops.has(path.split("/")[0]) && !placeOf(places, path));
  const empty = places.filter((place) => !paths.some((path) => isIn(path, place)));
  return [
    ...homeless.map((path) => `${path} stands on no floor: give its folder a place in scripts/checks/tree/floors.ts.`),
    ...empty.map(({ room }) => `scripts/checks/tree/floors.ts names ${room}, which contains no file.`),
  ];
}
