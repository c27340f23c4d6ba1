import { afterAll, beforeAll, describe } from "vitest";
import { doorNames, openDoors } from "./doors";
import { Target } from "./target";

export type Suite = (target: () => Target, newProject: () => string) => void;

/** Declares a suite once for every door to one service. Each test requests a project of its own. */
export function describeDoors(suite: Suite): void {
  let opened: Awaited<ReturnType<typeof openDoors>>;
  let projects = 0;

  beforeAll(async () => {
    opened = await openDoors();
  });

  afterAll(async () => {
    await opened.close();
  });

  describe.each(doorNames.map((name, index) => [name, index] as const))("%s", (name, index) => {
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
  });
}
