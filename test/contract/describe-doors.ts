import { afterAll, beforeAll, describe } from "vitest";
import { type DoorName, doorNames, openDoors } from "./doors";
import { Target } from "./target";

export type Suite = (target: () => Target, newProject: () => string) => void;

/**
 * Declares a suite once for every door to one service. Each test requests a project of its own.
 *
 * @param once the doors of `npm test`; `npm run test:all` uses the others, too
 */
export function describeDoors(suite: Suite, once: readonly DoorName[]): void {
  let opened: Awaited<ReturnType<typeof openDoors>>;
  let projects = 0;

  beforeAll(async () => {
    opened = await openDoors();
  });

  afterAll(async () => {
    await opened.close();
  });

  for (const [index, name] of doorNames.entries()) {
    const tags = once.includes(name) ? [] : ["all"];
    const declare = () =>
      suite(
        () => {
          const door = opened.doors[index];
          if (door?.name !== name) throw new Error(`Door ${index} is ${door?.name}, not ${name}`);
          return new Target(door);
        },
        () => {
          projects += 1;
          return `contract/project-${projects}`;
        },
      );
    describe(name, { tags }, declare);
  }
}
