import { describeDoors } from "./describe-doors";
import { objectMarksSuite } from "./object-marks.suite";

describeDoors(objectMarksSuite);
