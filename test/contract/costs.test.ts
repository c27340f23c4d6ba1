import { costsSuite } from "./costs.suite";
import { describeDoors } from "./describe-doors";

describeDoors(costsSuite);
