import { callsSuite } from "./calls.suite";
import { describeDoors } from "./describe-doors";

describeDoors(callsSuite);
