import { accessScreens } from "./access-screens";
import { evaluationScreens } from "./evaluation-screens";
import { observingScreens } from "./observing-screens";
import type { Screen } from "./screen";
import { storedScreens } from "./stored-screens";
import { trainingScreens } from "./training-screens";

/** Every screen that the sweep checks. A page or a state that is added gets its row in one of these lists. */
export const screens: readonly Screen[] = [
  ...observingScreens,
  ...storedScreens,
  ...evaluationScreens,
  ...trainingScreens,
  ...accessScreens,
];
