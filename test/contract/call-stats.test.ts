import { callStatsSuite } from "./call-stats.suite";
import { describeDoors } from "./describe-doors";

describeDoors(callStatsSuite);
