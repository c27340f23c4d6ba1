import { afterAll, beforeAll, describe } from "vitest";
import { type DoorName, doorNames, openDoors } from "./doors";
import { Target } from "./target";

type Suite = (target: () => Target, newProject: () => string) => void;

/** A suite, and the doors through which `npm test` declares it. */
interface SuiteOfDoors {
  readonly name: string;
  readonly suite: Suite;
  /** `npm run test:all` uses the others, too. */
  readonly once: readonly DoorName[];
}

/** Declares suites once for every door to one service. Each test requests a project of its own. */
export function describeDoors(suites: readonly SuiteOfDoors[]): void {
  let opened: Awaited<ReturnType<typeof openDoors>>;
  let projects = 0;

  beforeAll(async () => {
    opened = await openDoors();
  });

  afterAll(async () => {
    await opened.close();
  });

  const newProject = () => {
    projects += 1;
    return `contract/project-${projects}`;
  };

  describe.each(suites)("$name", ({ suite, once }) => {
    for (const [index, name] of doorNames.entries()) {
      const target = () => {
        const door = opened.doors[index];
        if (door?.name !== name) throw new Error(`Door ${index} is ${door?.name}, not ${name}`);
        return new Target(door);
      };
      describe(name, { tags: once.includes(name) ? [] : ["all"] }, () => suite(target, newProject));
    }
  });
}
